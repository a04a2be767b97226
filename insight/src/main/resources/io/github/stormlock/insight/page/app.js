// The page of locks serve. It asks for the state each second while somebody looks, and shows it. Nothing from Redis becomes
// markup: texts go through shown() into text nodes, and the server forbids the browser everything else.

const ROWS = 100;
const SVG = 'http://www.w3.org/2000/svg';
const $ = (id) => document.getElementById(id);
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

// ---- words

/** Makes visible what has no shape of its own, or would turn the text around. */
function shown(text) {
  return String(text ?? '').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);
}

function duration(ms) {
  if (ms === null || ms === undefined) return '?';
  if (ms < 1000) return `${number.format(ms < 10 ? ms : Math.round(ms))} ms`;
  const s = ms / 1000;
  if (s < 10) return `${s.toFixed(1)} s`;
  if (s < 120) return `${Math.round(s)} s`;
  if (s < 7200) return `${Math.floor(s / 60)} m ${Math.round(s % 60)} s`;
  return s < 172800 ? `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} m` : `${Math.floor(s / 86400)} days`;
}

const rate = (perSecond) => (perSecond >= 100 ? whole : number).format(perSecond);
const many = (n, one, more = `${one}s`) => `${whole.format(n)} ${n === 1 ? one : more}`;

// ---- elements

function make(tag, attributes = {}, ...children) {
  const svg = ['svg', 'path', 'rect', 'text', 'g', 'title'].includes(tag);
  const element = svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Changes a text only where it differs: a browser does work for each change. */
function write(element, text) {
  const safe = shown(text);
  if (element.textContent !== safe) element.textContent = safe;
}

// ---- tables: rows stay the same elements while their keys do, so that focus and opened rows stay

class Rows {
  constructor(id, columns, opener) {
    this.columns = columns;
    this.opener = opener;
    this.rows = new Map();
    this.turn = 0;
    const table = $(id);
    table.classList.add('cards');
    table.setAttribute('role', 'table');
    const head = make('tr', { role: 'row' });
    for (const column of columns) head.append(make('th', { role: 'columnheader', scope: 'col', class: column.look ?? '' }, column.name));
    this.body = make('tbody', { role: 'rowgroup' });
    table.append(make('thead', { role: 'rowgroup' }, head), this.body);
  }

  /** Shows rows, a few at a time, so that the browser answers to the user in between. */
  async show(rows, keyOf) {
    const turn = ++this.turn;
    const keys = new Set(rows.map(keyOf));
    for (const [key, row] of this.rows) {
      if (!keys.has(key) && !row.detail) {
        row.element.remove();
        this.rows.delete(key);
      }
    }
    let begin = performance.now();
    let place = this.body.firstElementChild;
    for (const value of rows) {
      const key = keyOf(value);
      let row = this.rows.get(key);
      if (!row) this.rows.set(key, (row = this.create(value)));
      row.entry = value.entry;
      if (row.element !== place) this.body.insertBefore(row.element, place);
      else place = place.nextElementSibling;
      if (row.detail) {
        if (row.detail !== place) this.body.insertBefore(row.detail, place);
        else place = place.nextElementSibling;
      }
      this.columns.forEach((column, i) => this.fill(row.cells[i], column, value));
      if (performance.now() - begin > 6) {
        await new Promise((done) => setTimeout(done));
        if (turn !== this.turn) return;
        begin = performance.now();
      }
    }
  }

  create(value) {
    const cells = this.columns.map((column) => {
      const cell = make('td', { role: 'cell', class: column.look ?? '', 'data-name': column.name });
      if (column.badge) cell.append(make('span', { class: 'badge' }), ' ', make('span'));
      if (column.bar) cell.append(make('span', { class: 'bar' }));
      return cell;
    });
    const row = { element: make('tr', { role: 'row' }, ...cells), cells, detail: null };
    if (this.opener) {
      row.button = make('button', { type: 'button', class: 'open', 'aria-expanded': 'false' });
      row.button.addEventListener('click', () => this.opener(row, this));
      cells[0].append(row.button);
    }
    return row;
  }

  fill(cell, column, value) {
    if (column.bar) {
      const width = `${Math.round(column.bar(value) * 100)}%`;
      if (cell.firstChild.style.width !== width) cell.firstChild.style.width = width;
    } else if (column.badge) {
      const [level, word] = column.badge(value);
      const badge = cell.children[0];
      if (badge.dataset.level !== level) badge.dataset.level = level;
      write(badge, word);
      write(cell.children[1], column.text(value));
    } else {
      write(cell.firstElementChild ?? cell, column.text(value));
    }
  }
}

let last = null;
let opened = null;
const lockRows = new Rows('locks-table', [
  { name: 'entry', text: (r) => r.entry },
  { name: 'kind', text: (r) => r.kind, look: 'quiet' },
  { name: 'for', text: (r) => (r.held ? duration(r.heldFor) : ''), look: 'number' },
  { name: 'ends in', text: (r) => (!r.held ? '' : r.endsIn === null ? 'never' : duration(r.endsIn)), look: 'number' },
  { name: 'holder', text: (r) => r.holder },
  { name: 'waiting', text: (r) => (r.waitingInRedis + r.waitingInside ? `${r.waitingInRedis} + ${r.waitingInside}` : ''), look: 'number' },
  { name: 'state', badge: (r) => [r.level, r.word], text: (r) => r.note },
], open);
const hotRows = new Rows('hot-table', [
  { name: 'entry', text: (r) => r.entry, look: 'mono' },
  { name: 'share', bar: (r) => r.updates / Math.max(...last.state.hot.map((other) => other.updates), 1e-9) },
  { name: 'updates/s', text: (r) => rate(r.updates), look: 'number' },
  { name: 'waits/s', text: (r) => rate(r.waits), look: 'number' },
  { name: 'group', text: (r) => (r.group === null ? '–' : number.format(r.group)), look: 'number' },
  { name: 'mean wait', text: (r) => (r.meanWait === null ? '–' : duration(r.meanWait)), look: 'number' },
  { name: 'queue', text: (r) => whole.format(r.queue), look: 'number' },
]);
const workerRows = new Rows('workers-table', [
  { name: 'worker', text: (w) => where(w) },
  { name: 'pid', text: (w) => w.pid, look: 'number' },
  { name: 'updates/s', text: (w) => (w.updates === null ? '–' : rate(w.updates)), look: 'number' },
  { name: 'pool', text: (w) => `${w.poolActive}/${w.poolMost}${w.poolWaiting ? `, ${w.poolWaiting} wait` : ''}`, look: 'number' },
  { name: 'reported', text: (w) => (w.reported === null ? 'never' : `${duration(w.reported)} ago`), look: 'number' },
  { name: 'state', badge: (w) => [w.level, w.word], text: () => '' },
]);
const figureRows = new Rows('figures-table',
  ['ago', 'p50', 'p99', 'max', 'refused', 'lost', 'unknown', 'timed out'].map((name, i) => ({ name, text: (r) => r[i], look: 'number' })));

const where = (w) => `${w.topology ? `${w.topology} ` : ''}${w.host}${w.port ? `:${w.port}` : ''}`;

// ---- an opened row

function open(row, table) {
  const again = opened?.row === row;
  if (opened) close();
  if (again) return;
  const text = make('pre', {}, 'asking Redis …');
  const commands = make('div');
  row.detail = make('tr', { role: 'row', class: 'detail' },
    make('td', { role: 'cell', colspan: String(table.columns.length) }, text, commands));
  row.element.after(row.detail);
  row.button.setAttribute('aria-expanded', 'true');
  opened = { row, text, commands, entry: row.entry, written: '' };
  explain();
}

function close() {
  opened.row.detail.remove();
  opened.row.detail = null;
  opened.row.button.setAttribute('aria-expanded', 'false');
  opened = null;
}

async function explain() {
  const mine = opened;
  if (!mine) return;
  const response = await fetch(`/api/v1/lock?name=${encodeURIComponent(mine.entry)}`).catch(() => null);
  const answer = response?.ok ? await response.json() : { trouble: 'No answer.' };
  if (mine !== opened) return;
  mine.text.textContent = String(answer.text ?? answer.trouble).split('\n').map(shown).join('\n');
  const lines = answer.commands ?? [];
  if (lines.join('\n') === mine.written) return;
  mine.written = lines.join('\n');
  mine.commands.replaceChildren(...lines.map((line) => {
    const code = make('code', {}, shown(line));
    const button = make('button', { type: 'button' }, 'Copy');
    button.addEventListener('click', () => copy(line, code, button));
    return make('div', { class: 'command' }, code, button);
  }));
}

async function copy(line, code, button) {
  try {
    await navigator.clipboard.writeText(line);
    button.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(code);
    button.textContent = 'Selected: copy it';
  }
  setTimeout(() => { button.textContent = 'Copy'; }, 2000);
}

// ---- the history: the server keeps 30 minutes, and tells what is new

const history = { columns: [], points: [], now: 0 };
const of = (name) => history.columns.indexOf(name);
const since = (minutes) => history.points.filter((point) => point[0] > history.now - minutes * 60000);
const sum = (points, name) => points.reduce((all, point) => all + point[of(name)], 0);
const TROUBLES = ['refused', 'lost', 'unknown', 'timedOut'];

function remember(answer) {
  history.columns = answer.columns;
  history.now = answer.now;
  history.points = (answer.whole ? [] : history.points).concat(answer.points).slice(-1800);
}

/** Returns one value for each few seconds: the most of a time, or the sum of a count; null where nobody looked. */
function steps(minutes, seconds, name, join) {
  const steps = Array(Math.ceil((minutes * 60) / seconds)).fill(null);
  for (const point of since(minutes)) {
    const step = steps.length - 1 - Math.floor((history.now - point[0]) / (seconds * 1000));
    const value = point[of(name)];
    if (step >= 0 && value !== null) steps[step] = steps[step] === null ? value : join(steps[step], value);
  }
  return steps.map((y, i) => ({ x: (i + 1 - steps.length) * seconds, y }));
}

// ---- tiles

const tiles = [
  ['updates each second', (s) => [rate(s.totals.updates), ''], 'updates'],
  ['updates that wait', (s) => [number.format(s.totals.waits), '%'], 'waits'],
  ['99 % wait less than', (s) => duration(s.totals.waitTime.p99).split(' '), 'wait99'],
  ['locks held', (s) => [whole.format(s.locks.filter((lock) => lock.held).length), ''], 'held'],
  ['waiting', (s) => [whole.format(s.locks.reduce((n, lock) => n + lock.waitingInRedis + lock.waitingInside, 0)), ''], 'waiting'],
  ['replays each second', (s) => [rate(s.totals.replays), ''], 'replays'],
].map(([name, value, line]) => {
  const tile = { value, line, shown: make('span'), unit: make('span', { class: 'unit' }),
    area: make('path', { class: 'area' }), path: make('path') };
  tile.element = make('div', { class: 'tile' }, make('p', { class: 'name' }, name),
    make('p', { class: 'value' }, tile.shown, tile.unit),
    make('svg', { viewBox: '0 0 100 26', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, tile.area, tile.path));
  $('tiles').append(tile.element);
  return tile;
});

function showTiles(state) {
  for (const tile of tiles) {
    const [value, unit] = tile.value(state);
    write(tile.shown, value);
    write(tile.unit, unit ?? '');
    const line = steps(5, 5, tile.line, Math.max).filter((step) => step.y !== null);
    const most = Math.max(...line.map((step) => step.y), 1e-9);
    const path = line.map((step) => `${(100 + step.x / 3).toFixed(1)},${(24 - (step.y / most) * 21).toFixed(1)}`).join(' L');
    tile.path.setAttribute('d', path ? `M${path}` : '');
    tile.area.setAttribute('d', path ? `M${(100 + line[0].x / 3).toFixed(1)},26 L${path} L100,26 Z` : '');
  }
}

// ---- who waits for whom

function showWaits(edges) {
  const drawn = edges.slice(0, 10);
  $('waits-empty').hidden = edges.length > 0;
  $('graph').toggleAttribute('hidden', !edges.length);
  $('waits-words').hidden = !edges.length;
  write($('waits-count'), edges.length > drawn.length ? `the first ${drawn.length} of ${edges.length} are drawn` : '');
  const words = edges.slice(0, ROWS).map((e) => `${e.waiter}${e.count > 1 ? ` (${e.count})` : ''} waits for ${e.entry}, `
    + `${e.holder ? `held by ${e.holder}` : 'which nobody holds'}${e.cycle ? ': a deadlock' : ''}`);
  const known = JSON.stringify(words);
  if ($('graph').dataset.known === known) return;
  $('graph').dataset.known = known;
  $('waits-list').replaceChildren(...words.map((text) => make('li', {}, shown(text))));
  $('graph').replaceChildren(...(drawn.length ? picture(drawn) : []));
}

function picture(edges) {
  const columns = ['waiter', 'entry', 'holder'].map((name) => [...new Set(edges.map((e) => e[name]))].filter(Boolean));
  const height = Math.max(...columns.map((column) => column.length)) * 34 + 24;
  $('graph').setAttribute('viewBox', `0 0 540 ${height}`);
  const y = (column, name) => 24 + ((height - 24) * (columns[column].indexOf(name) + 0.5)) / columns[column].length;
  const boxes = columns.flatMap((names, column) => names.map((name) => {
    const text = shown(name);
    const label = make('text', { x: column * 195 + 8, y: y(column, name) + 4, class: column === 1 ? 'entry' : '' },
      text.length > 20 ? `${text.slice(0, 19)}…` : text);
    return make('g', {}, make('title', {}, text),
      make('rect', { x: column * 195, y: y(column, name) - 13, width: 150, height: 26, rx: 7, class: 'box' }), label);
  }));
  const curve = (x, from, to, e, width) => make('path', { class: e.cycle ? 'cycle' : '', 'stroke-width': width,
    d: `M${x},${from} C${x + 24},${from} ${x + 21},${to} ${x + 45},${to}` });
  const lines = edges.flatMap((e) => [
    curve(150, y(0, e.waiter), y(1, e.entry), e, Math.min(1.5 + Math.log2(e.count), 6)),
    ...(e.holder ? [curve(345, y(1, e.entry), y(2, e.holder), e, 1.5)] : []),
    ...(e.count > 1 ? [make('text', { x: 154, y: y(0, e.waiter) - 5, class: 'many' }, `${e.count}`)] : []),
  ]);
  const titles = ['waits', 'for', 'held by'].map((text, i) => make('text', { x: i * 195 + 2, y: 12, class: 'title' }, text));
  return [...titles, ...lines, ...boxes];
}

// ---- charts

const ago = (s) => (s === 0 ? 'now' : s > -120 ? `${-s} s` : `${-s / 60} m`);
const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const axes = (stacked, unit) => ({
  x: { type: 'linear', max: 0, stacked, offset: false, grid: { display: false },
    ticks: { callback: ago, maxRotation: 0, stepSize: 60, autoSkipPadding: 20 } },
  y: { beginAtZero: true, stacked, border: { display: false }, ticks: { maxTicksLimit: 5, callback: unit, precision: stacked ? 0 : undefined } },
});
const options = (stacked, unit) => ({ animation: false, parsing: false, normalized: true, responsive: true, maintainAspectRatio: false,
  interaction: { mode: 'index', intersect: false }, scales: axes(stacked, unit),
  plugins: { legend: { align: 'end', labels: { boxWidth: 22, boxHeight: 0 } },
    tooltip: { callbacks: { title: (items) => `${ago(items[0].parsed.x)}${items[0].parsed.x ? ' ago' : ''}`,
      label: (item) => `${item.dataset.label}  ${unit(item.parsed.y)}` } } } });
const line = (label, colour, borderDash) => ({ label, colour, borderDash, borderWidth: 1.75, pointRadius: 0, tension: 0.2, data: [] });
const chart = new Chart($('chart'), { type: 'line', options: options(false, duration),
  data: { datasets: [line('half', '--accent', []), line('99 %', '--second', [6, 3]), line('longest', '--third', [2, 3])] } });
const badChart = new Chart($('bad-chart'), { type: 'bar', options: options(true, (n) => whole.format(n)),
  data: { datasets: [['refused', '--accent'], ['lost', '--second'], ['unknown', '--wrong'], ['timed out', '--third']]
    .map(([label, colour]) => ({ label, colour, data: [], barPercentage: 1, categoryPercentage: 0.8, barThickness: 'flex' })) } });
badChart.options.plugins.legend.labels.boxHeight = 10;

function showCharts() {
  const minutes = Number($('range').value);
  chart.data.datasets.forEach((set, i) => { set.data = steps(minutes, minutes, `${$('what').value}${['50', '99', 'Max'][i]}`, Math.max); });
  badChart.data.datasets.forEach((set, i) => { set.data = steps(minutes, minutes * 4, TROUBLES[i], (a, b) => a + b); });
  for (const each of [chart, badChart]) {
    each.options.scales.x.min = -60 * minutes;
    each.options.scales.x.ticks.stepSize = 12 * minutes;
    each.update('none');
  }
  const points = since(minutes);
  const counts = TROUBLES.map((name) => sum(points, name));
  const none = counts.every((n) => n === 0);
  $('bad-box').hidden = none;
  $('bad-empty').hidden = !none;
  write($('bad-count'), none ? '' : `${counts.map((n) => whole.format(n)).join(' + ')} in ${minutes} minutes`);
  if (!$('figures').open) return;
  const columns = ['50', '99', 'Max'].map((p) => steps(minutes, 30, $('what').value + p, Math.max))
    .concat(TROUBLES.map((name) => steps(minutes, 30, name, (a, b) => a + b)));
  const rows = columns[0].map((step, i) => [ago(step.x), ...columns.map((c) => (c[i].y === null ? '–' : number.format(c[i].y)))]);
  figureRows.show(rows.reverse(), (row) => row[0]);
}

function paint() {
  for (const each of [chart, badChart]) {
    each.options.color = style('--quiet');
    each.options.font.family = style('--sans');
    for (const set of each.data.datasets) set.borderColor = set.backgroundColor = style(set.colour);
    for (const axis of Object.values(each.options.scales)) {
      axis.ticks.color = style('--quiet');
      axis.grid.color = style('--line');
    }
  }
  showCharts();
}

// ---- the whole

const limits = { locks: ROWS, workers: 25 };

function show() {
  const state = last?.state;
  if (!state) return;
  write($('redis'), state.redis);
  const find = $('find').value.toLowerCase();
  const rows = state.locks.filter((row) => (!$('look').checked || row.level !== 'ok')
    && (!find || `${row.entry} ${row.holder}`.toLowerCase().includes(find)));
  list('locks', lockRows, rows, state.locks.length, (row) => `${row.kind} ${row.entry}`);
  write($('locks-empty'), state.locks.length ? 'No lock is like that.' : 'Nobody holds a lock for long, and nobody waits.');
  list('workers', workerRows, state.workers, state.workers.length, (worker) => worker.id);
  hotRows.show(state.hot, (row) => row.entry);
  $('hot-empty').hidden = state.hot.length > 0;
  showTiles(state);
  showWaits(state.edges);
  showCharts();
}

function list(name, table, rows, all, key) {
  table.show(rows.slice(0, limits[name]), key);
  const rest = rows.length - limits[name];
  write($(`${name}-count`), rows.length < all ? `${whole.format(rows.length)} of ${whole.format(all)}` : whole.format(all));
  $(`${name}-more`).hidden = rest <= 0;
  write($(`${name}-more`), `Show ${whole.format(rest)} more`);
  $(`${name}-empty`).hidden = rows.length > 0;
}

function trouble(texts) {
  if ($('troubles').dataset.known === JSON.stringify(texts)) return;
  $('troubles').dataset.known = JSON.stringify(texts);
  $('troubles').replaceChildren(...texts.map(([word, text]) => make('p', { 'data-level': 'wrong' }, make('b', {}, word), shown(text))));
}

function live(level, text) {
  $('live').dataset.level = level;
  write($('live'), text);
}

let key = '';
let tag = '';
let paused = false;
let timer = 0;

async function poll() {
  clearTimeout(timer);
  if (paused || document.hidden) return;
  const begin = performance.now();
  try {
    const headers = { ...(tag && { 'If-None-Match': tag }), ...(key && { Authorization: `Bearer ${key}` }) };
    const response = await fetch('/api/v1/state', { headers, cache: 'no-store', signal: AbortSignal.timeout(10000) });
    if (response.status === 403) {
      live('wrong', 'no key');
      trouble([['No key', await response.text()]]);
      return;
    }
    // The key has become a cookie: it goes from the address, so that nobody reads it off the screen.
    if (key) window.history.replaceState(null, '', '/');
    key = '';
    if (response.status === 200) take(await response.json(), response.headers.get('ETag'));
  } catch {
    live('wrong', 'no answer');
    trouble([['No answer', 'locks serve does not answer. What you see is old.']]);
    tag = '';
  }
  timer = setTimeout(poll, Math.max(200, 1000 - (performance.now() - begin)));
}

function take(answer, newTag) {
  tag = newTag;
  last = answer;
  remember(answer);
  live(answer.trouble ? 'wrong' : 'ok', answer.trouble ? 'no state' : answer.age > 3000 ? `live, ${duration(answer.age)} old` : 'live');
  trouble([...(answer.trouble ? [['Redis', answer.trouble]] : []), ...(answer.state?.deadlocks ?? []).map((text) => ['Deadlock', text])]);
  show();
  explain();
}

function begin() {
  // A short one is the target of a link.
  if (location.hash.length > 20) key = location.hash.slice(1);
  poll();
}

const THEMES = { system: 'as the system', light: 'light', dark: 'dark' };
const night = matchMedia('(prefers-color-scheme: dark)');
function theme(wanted) {
  localStorage.setItem('theme', wanted);
  document.documentElement.dataset.theme = wanted === 'system' ? (night.matches ? 'dark' : 'light') : wanted;
  write($('theme'), `Colours: ${THEMES[wanted]}`);
  paint();
}
const wanted = () => (localStorage.getItem('theme') in THEMES ? localStorage.getItem('theme') : 'system');

$('theme').addEventListener('click', () => theme({ system: 'light', light: 'dark', dark: 'system' }[wanted()]));
$('pause').addEventListener('click', () => {
  paused = !paused;
  write($('pause'), paused ? 'Go on' : 'Pause');
  if (paused) live('look', 'paused');
  poll();
});
for (const id of ['find', 'look']) $(id).addEventListener('input', show);
for (const id of ['what', 'range', 'figures']) $(id).addEventListener(id === 'figures' ? 'toggle' : 'change', showCharts);
for (const name of ['locks', 'workers']) $(`${name}-more`).addEventListener('click', () => { limits[name] = Infinity; show(); });
document.addEventListener('keydown', (event) => { if (event.key === 'Escape' && opened) { opened.row.button.focus(); close(); } });
document.addEventListener('visibilitychange', poll);
addEventListener('hashchange', begin);
night.addEventListener('change', () => theme(wanted()));
theme(wanted());
begin();
