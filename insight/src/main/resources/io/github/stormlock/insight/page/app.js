// The page of locks serve. It asks for the state each second while somebody looks, and shows it. Nothing from Redis becomes
// markup: texts go through shown() into text nodes, and the server forbids the browser everything else.

const [ROWS, SVG] = [100, 'http://www.w3.org/2000/svg'];
const $ = (id) => document.getElementById(id);

// ---- words
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const rate = (perSecond) => (perSecond >= 100 ? whole : number).format(perSecond);

/** Makes visible what has no shape of its own, or would turn the text around. */
function shown(text) {
  return String(text ?? '').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);
}
function duration(ms) {
  if (ms === null || ms === undefined) return '–';
  const s = ms / 1000;
  if (s < 1) return `${number.format(ms < 10 ? ms : Math.round(ms))} ms`;
  if (s < 120) return `${s < 10 ? s.toFixed(1) : Math.round(s)} s`;
  if (s < 7200) return `${Math.floor(s / 60)} m ${Math.floor(s % 60)} s`;
  return s < 172800 ? `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} m` : `${Math.floor(s / 86400)} days`;
}

// ---- elements
function make(tag, attributes = {}, ...children) {
  const element = /^(svg|path|rect|text|g|title)$/.test(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
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
    Object.assign(this, { table: $(id), columns, opener, rows: new Map(), turn: 0, body: make('tbody', { role: 'rowgroup' }) });
    const heads = columns.map((c) => make('th', { role: 'columnheader', scope: 'col', class: c.look ?? '' }, c.name));
    this.table.classList.add('cards');
    this.table.setAttribute('role', 'table');
    this.table.append(make('thead', { role: 'rowgroup' }, make('tr', { role: 'row' }, ...heads)), this.body);
  }

  /** Shows rows, a few at a time, so that the browser answers to the user in between. */
  async show(rows, keyOf) {
    const turn = ++this.turn;
    const keys = new Set(rows.map(keyOf));
    this.table.hidden = rows.length === 0 && !opened;
    for (const [key, row] of this.rows) {
      if (!keys.has(key) && !row.detail && this.rows.delete(key)) row.element.remove();
    }
    let [begin, place] = [performance.now(), this.body.firstElementChild];
    const put = (row) => (row === place ? (place = row.nextElementSibling) : this.body.insertBefore(row, place));
    for (const value of rows) {
      const row = this.rows.get(keyOf(value)) ?? this.create(keyOf(value));
      row.entry = value.entry;
      put(row.element);
      if (row.detail) put(row.detail);
      this.columns.forEach((column, i) => this.fill(row.cells[i], column, value));
      if (performance.now() - begin > 6) {
        await new Promise((done) => setTimeout(done));
        if (turn !== this.turn) return;
        begin = performance.now();
      }
    }
  }

  create(key) {
    const cells = this.columns.map((column) => {
      const cell = make('td', { role: 'cell', class: column.look ?? '', 'data-name': column.name });
      if (column.badge) cell.append(make('span', { class: 'badge' }), ' ', make('span'));
      if (column.bar) cell.append(make('span', { class: 'bar' }));
      return cell;
    });
    const row = { element: make('tr', { role: 'row' }, ...cells), cells, detail: null };
    this.rows.set(key, row);
    if (this.opener) {
      row.button = make('button', { type: 'button', class: 'open', 'aria-expanded': 'false' });
      row.button.addEventListener('click', () => this.opener(row, this));
      cells[0].append(row.button);
    }
    return row;
  }

  fill(cell, column, value) {
    if (column.bar) return void (cell.firstChild.style.width = `${Math.round(column.bar(value) * 100)}%`);
    if (column.badge) {
      const [level, word] = column.badge(value);
      if (cell.firstChild.dataset.level !== level) cell.firstChild.dataset.level = level;
      write(cell.firstChild, word);
    }
    write(cell.lastElementChild ?? cell, column.text(value));
  }
}

let [last, opened] = [null, null];
const waiting = (row) => row.waitingInRedis + row.waitingInside;
const lockRows = new Rows('locks-table', [
  { name: 'entry', text: (r) => r.entry },
  { name: 'kind', text: (r) => r.kind, look: 'quiet' },
  { name: 'for', text: (r) => (r.held ? duration(r.heldFor) : ''), look: 'number' },
  { name: 'ends in', text: (r) => (!r.held ? '' : r.endsIn === null ? 'never' : duration(r.endsIn)), look: 'number' },
  { name: 'holder', text: (r) => r.holder },
  { name: 'waiting', text: (r) => (waiting(r) ? `${r.waitingInRedis} + ${r.waitingInside}` : ''), look: 'number' },
  { name: 'state', badge: (r) => [r.level, r.word], text: (r) => r.note.replace(`${r.word}: `, '') },
], open);
const hotRows = new Rows('hot-table', [
  { name: 'entry', text: (r) => r.entry, look: 'mono' },
  { name: 'share', bar: (r) => r.updatesPerSecond / Math.max(...last.state.hot.map((other) => other.updatesPerSecond), 1e-9), look: 'share' },
  { name: 'updates/s', text: (r) => rate(r.updatesPerSecond), look: 'number' },
  { name: 'waits/s', text: (r) => rate(r.waitsPerSecond), look: 'number' },
  { name: 'conflicts/s', text: (r) => rate(r.missesPerSecond), look: 'number' },
  { name: 'group', text: (r) => (r.perGroup ? number.format(r.perGroup) : '–'), look: 'number' },
  { name: 'mean wait', text: (r) => duration(r.waitMicros / 1000), look: 'number' },
  { name: 'queue', text: (r) => whole.format(r.longestQueue), look: 'number' },
]);
const workerRows = new Rows('workers-table', [
  { name: 'worker', text: (w) => `${w.topology ? `${w.topology} ` : ''}${w.host}${w.port ? `:${w.port}` : ''}` },
  { name: 'pid', text: (w) => w.pid, look: 'number' },
  { name: 'updates/s', text: (w) => (w.updates === null ? '–' : rate(w.updates)), look: 'number' },
  { name: 'pool', text: (w) => `${w.poolActive}/${w.poolMost}${w.poolWaiting ? `, ${w.poolWaiting} wait` : ''}`, look: 'number' },
  { name: 'reported', text: (w) => (w.reported === null ? 'never' : `${duration(w.reported)} ago`), look: 'number' },
  { name: 'state', badge: (w) => [w.level, w.word], text: () => '' },
]);
const figureRows = new Rows('figures-table', ['ago', 'half', '99 %', 'longest', 'refused', 'lost', 'unknown', 'timed out']
  .map((name, i) => ({ name, text: (r) => r[i], look: i ? 'number' : '' })));

// ---- an opened row
function open(row, table) {
  const again = opened?.row === row;
  if (opened) close();
  if (again) return;
  opened = { row, entry: row.entry, text: make('pre', {}, 'asking Redis …'), commands: make('div'), written: '' };
  const cell = make('td', { role: 'cell', colspan: table.columns.length }, opened.text, opened.commands);
  row.detail = make('tr', { role: 'row', class: 'detail' }, cell);
  row.element.after(row.detail);
  row.button.setAttribute('aria-expanded', 'true');
  explain();
}
function close() {
  opened.row.detail.remove();
  opened.row.detail = null;
  const { button } = opened.row;
  button.setAttribute('aria-expanded', 'false');
  opened = null;
  return button;
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

/** Browsers let a page copy only where the address is of this machine, or has TLS. Elsewhere the command is selected. */
async function copy(line, code, button) {
  getSelection().selectAllChildren(code);
  const done = await navigator.clipboard?.writeText(line).then(() => true, () => false);
  button.textContent = done ? 'Copied' : 'Selected: copy it';
}

// ---- the history: 30 minutes of what this page has seen
let history = [];
const TROUBLES = ['refused', 'lost', 'unknown', 'timedOut'];
const add = (a, b) => a + b;

/** Returns a value for each few seconds: the most of a time, or the sum of a count; null where nobody looked. */
function steps(minutes, seconds, name, join) {
  const values = Array(Math.ceil((minutes * 60) / seconds)).fill(null);
  for (let i = history.length - 1; i >= 0; i--) {
    const figure = history[i][name];
    const step = values.length - 1 - Math.floor((performance.now() - history[i].at) / (seconds * 1000));
    if (step < 0) break;
    if (figure !== null) values[step] = values[step] === null ? figure : join(values[step], figure);
  }
  return values.map((y, i) => ({ x: (i + 1 - values.length) * seconds, y }));
}

// ---- tiles
const tiles = [
  ['updates each second', (s) => [rate(s.totals.updates)], 'updates'],
  ['updates that wait', (s) => [number.format(s.totals.waits), '%'], 'waits'],
  ['99 % wait less than', (s) => duration(s.totals.wait99).split(' '), 'wait99'],
  ['locks held', (s) => [whole.format(s.locks.filter((lock) => lock.held).length)], 'held'],
  ['waiting', (s) => [whole.format(s.locks.map(waiting).reduce(add, 0))], 'waiting'],
  ['replays each second', (s) => [rate(s.totals.replays)], 'replays'],
].map(([name, value, line]) => {
  const tile = { value, line, shown: make('span'), unit: make('span', { class: 'unit' }), area: make('path', { class: 'area' }), path: make('path') };
  $('tiles').append(make('div', { class: 'tile' },
    make('p', { class: 'name' }, name), make('p', { class: 'value' }, tile.shown, tile.unit),
    make('svg', { viewBox: '0 0 100 26', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, tile.area, tile.path)));
  return tile;
});

function showTiles(state) {
  for (const tile of tiles) {
    const [value, unit] = tile.value(state);
    write(tile.shown, value);
    write(tile.unit, unit);
    const line = steps(5, 5, tile.line, Math.max);
    const most = Math.max(...line.map((step) => step.y), 1e-9);
    // One piece for each time without a gap.
    const pieces = line.reduce((all, step) => {
      if (step.y === null) all.push([]);
      else all.at(-1).push(`${(100 + step.x / 3).toFixed(1)},${(24 - (step.y / most) * 21).toFixed(1)}`);
      return all;
    }, [[]]).filter((piece) => piece.length).map((piece) => `${piece.join(' L')}${piece.length > 1 ? '' : ' h1'}`);
    tile.path.setAttribute('d', pieces.map((piece) => `M${piece}`).join(' '));
    tile.area.setAttribute('d', pieces.map((piece) => `M${piece.split(',')[0]},26 L${piece} V26 Z`).join(' '));
  }
}

// ---- who waits for whom
function showWaits(edges) {
  const drawn = edges.slice(0, 10);
  $('waits-empty').hidden = edges.length > 0;
  $('waits-words').hidden = !drawn.length;
  $('graph').toggleAttribute('hidden', !drawn.length);
  write($('waits-count'), edges.length > 10 ? `the first 10 of ${edges.length} are drawn` : '');
  const words = edges.slice(0, ROWS).map((e) => `${e.waiter}${e.count > 1 ? ` (${e.count})` : ''} waits for ${e.entry}, `
    + `${e.holder ? `held by ${e.holder}` : 'which nobody holds'}${e.cycle ? ': a deadlock' : ''}`);
  if ($('graph').dataset.known === words.join('\n')) return;
  $('graph').dataset.known = words.join('\n');
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
    return make('g', {}, make('title', {}, text),
      make('rect', { x: column * 195, y: y(column, name) - 13, width: 150, height: 26, rx: 7, class: 'box' }),
      make('text', { x: column * 195 + 8, y: y(column, name) + 4, class: column === 1 ? 'entry' : '' },
        text.length > 20 ? `${text.slice(0, 19)}…` : text));
  }));
  const curve = (x, from, to, e, width) => make('path', { class: e.cycle ? 'cycle' : '', 'stroke-width': width,
    d: `M${x},${from} C${x + 24},${from} ${x + 21},${to} ${x + 45},${to}` });
  const lines = edges.flatMap((e) => {
    const [from, to] = [y(0, e.waiter), y(1, e.entry)];
    return [curve(150, from, to, e, Math.min(1.5 + Math.log2(e.count), 5)),
      ...(e.holder ? [curve(345, to, y(2, e.holder), e, 1.5)] : []),
      ...(e.count > 1 ? [make('text', { x: 172, y: (from + to) / 2 - 3, class: 'many' }, e.count)] : [])];
  });
  return [...['waits', 'for', 'held by'].map((text, i) => make('text', { x: i * 195 + 2, y: 12, class: 'title' }, text)), ...lines, ...boxes];
}

// ---- charts
const ago = (s) => (s === 0 ? 'now' : s > -60 ? `${-s} s` : `${Math.floor(-s / 60)} m${s % 60 ? ` ${-s % 60} s` : ''}`);
const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const plot = (id, type, unit, datasets) => new Chart($(id), { type, data: { datasets }, options: {
  animation: false, parsing: false, normalized: true, maintainAspectRatio: false, interaction: { mode: 'index', intersect: false },
  scales: {
    x: { type: 'linear', max: 0, stacked: type === 'bar', offset: false, grid: { display: false }, ticks: { callback: ago, maxRotation: 0 } },
    y: { beginAtZero: true, stacked: type === 'bar', grid: {}, border: { display: false }, ticks: { maxTicksLimit: 5, callback: unit } } },
  plugins: { legend: { align: 'end', labels: { boxWidth: 22, boxHeight: type === 'bar' ? 10 : 0 } },
    tooltip: { callbacks: { title: (items) => ago(items[0].parsed.x), label: (item) => `${item.dataset.label}  ${unit(item.parsed.y)}` } } } } });
/** A point between two gaps would be no line. */
const alone = ({ dataset, dataIndex }) => ([-1, 1].some((i) => (dataset.data[dataIndex + i]?.y ?? null) !== null) ? 0 : 1.5);
const chart = plot('chart', 'line', duration, [['half', '--accent', []], ['99 %', '--second', [6, 3]], ['longest', '--third', [2, 3]]]
  .map(([label, colour, borderDash]) => ({ label, colour, borderDash, borderWidth: 1.75, tension: 0.2, data: [], pointRadius: alone })));
const badChart = plot('bad-chart', 'bar', (n) => (Number.isInteger(n) ? whole.format(n) : ''),
  [['refused', '--accent'], ['lost', '--second'], ['unknown', '--wrong'], ['timed out', '--third']]
    .map(([label, colour]) => ({ label, colour, data: [], barPercentage: 1, categoryPercentage: 0.8, barThickness: 'flex' })));

function showCharts() {
  const minutes = Number($('range').value);
  const times = ['50', '99', 'Max'].map((part) => $('what').value + part);
  chart.data.datasets.forEach((set, i) => { set.data = steps(minutes, minutes, times[i], Math.max); });
  badChart.data.datasets.forEach((set, i) => { set.data = steps(minutes, minutes * 4, TROUBLES[i], add); });
  for (const each of [chart, badChart]) {
    each.options.scales.x.min = -60 * minutes;
    each.options.scales.x.ticks.stepSize = 12 * minutes;
    each.update('none');
  }
  const counts = badChart.data.datasets.map((set) => set.data.reduce((all, step) => all + step.y, 0));
  $('bad-box').hidden = !($('bad-empty').hidden = counts.some((n) => n > 0));
  write($('bad-count'), $('bad-empty').hidden ? `${counts.map((n) => whole.format(n)).join(' + ')} in ${minutes} minutes` : '');
  if (!$('figures').open) return;
  const columns = [...times.map((name) => steps(minutes, 30, name, Math.max)), ...TROUBLES.map((name) => steps(minutes, 30, name, add))];
  const rows = columns[0].map((step, i) => [ago(step.x), ...columns.map((c) => (c[i].y === null ? '–' : number.format(c[i].y)))]);
  figureRows.show(rows.reverse(), (row) => row[0]);
}

// ---- the whole
const limits = { locks: ROWS, hot: 15, workers: 25 };

function show() {
  const state = last?.state;
  if (!state) return;
  write($('redis'), state.redis);
  const find = $('find').value.toLowerCase();
  const urgent = state.locks.filter((row) => row.level !== 'ok');
  const rows = ($('look').checked ? urgent : state.locks).filter((row) => `${row.entry}\n${row.holder}`.toLowerCase().includes(find));
  list('locks', lockRows, rows, (row) => `${row.kind}\n${row.entry}`);
  write($('locks-count'), `${whole.format(rows.length)} of ${whole.format(state.locks.length)}; ${urgent.length || 'none'} worth a look`);
  write($('locks-empty'), state.locks.length ? 'No lock is like that.' : 'Nobody holds a lock for long, and nobody waits.');
  list('workers', workerRows, state.workers, (worker) => worker.id);
  write($('workers-count'), whole.format(state.workers.length));
  const by = $('by').value;
  list('hot', hotRows, [...state.hot].sort((a, b) => b[by] - a[by]), (row) => row.entry);
  showTiles(state);
  showWaits(state.edges);
  showCharts();
}

function list(name, table, rows, key) {
  table.show(rows.slice(0, limits[name]), key);
  $(`${name}-more`).hidden = rows.length <= limits[name];
  write($(`${name}-more`), `Show ${whole.format(rows.length - limits[name])} more`);
  $(`${name}-empty`).hidden = rows.length > 0;
}

function tell(level, text, troubles) {
  $('live').dataset.level = level;
  write($('live'), text);
  const known = JSON.stringify(troubles);
  if (!troubles || $('troubles').dataset.known === known) return;
  $('troubles').dataset.known = known;
  $('troubles').replaceChildren(...troubles.map(([word, more]) => make('p', { 'data-level': 'wrong' }, make('b', {}, word), shown(more))));
}

let [key, tag, paused, timer] = ['', '', false, 0];

async function poll() {
  clearTimeout(timer);
  if (paused || document.hidden) return;
  try {
    const headers = { ...(tag && { 'If-None-Match': tag }), ...(key && { Authorization: `Bearer ${key}` }) };
    const response = await fetch('/api/v1/state', { headers, cache: 'no-store', signal: AbortSignal.timeout(10000) });
    if (response.status === 403) return void tell('wrong', 'no key', [['No key', await response.text()]]);
    // The key has become a cookie: it goes from the address, so that nobody reads it off the screen.
    if (key) window.history.replaceState(null, '', '/');
    key = '';
    if (response.status === 200) take(await response.json(), response.headers.get('ETag'));
  } catch {
    tell('wrong', 'no answer', [['No answer', 'locks serve does not answer. What you see is old.']]);
    tag = '';
  }
  timer = setTimeout(poll, 1000);
}

function take(answer, newTag) {
  tag = newTag;
  last = answer;
  if (answer.state && !answer.trouble) {
    const locks = answer.state.locks;
    const point = { at: performance.now() - answer.age, held: locks.filter((lock) => lock.held).length, waiting: locks.map(waiting).reduce(add, 0) };
    history = history.concat({ ...answer.state.totals, ...point }).slice(-1800);
  }
  const troubles = (answer.state?.deadlocks ?? []).map((text) => ['Deadlock', text]);
  if (answer.trouble) tell('wrong', 'no state', [['Redis', answer.trouble], ...troubles]);
  else tell('ok', answer.age > 3000 ? `live, ${duration(answer.age)} old` : 'live', troubles);
  show();
  explain();
}

/** Takes the key from the address. A short one is the target of a link. */
function begin() {
  if (location.hash.length > 20) key = location.hash.slice(1);
  poll();
}

const THEMES = ['system', 'light', 'dark'];
const night = matchMedia('(prefers-color-scheme: dark)');
function theme(step) {
  const wanted = THEMES[(Math.max(0, THEMES.indexOf(localStorage.getItem('theme'))) + step) % 3];
  localStorage.setItem('theme', wanted);
  document.documentElement.dataset.theme = wanted === 'system' ? (night.matches ? 'dark' : 'light') : wanted;
  write($('theme'), `Colours: ${wanted === 'system' ? 'as the system' : wanted}`);
  for (const each of [chart, badChart]) {
    each.options.color = style('--quiet');
    each.options.font.family = style('--sans');
    for (const set of each.data.datasets) set.borderColor = set.backgroundColor = style(set.colour);
    for (const axis of Object.values(each.options.scales)) [axis.ticks.color, axis.grid.color] = [style('--quiet'), style('--line')];
  }
  showCharts();
}

$('theme').addEventListener('click', () => theme(1));
night.addEventListener('change', () => theme(0));
$('pause').addEventListener('click', () => {
  paused = !paused;
  write($('pause'), paused ? 'Go on' : 'Pause');
  if (paused) tell('look', 'paused');
  poll();
});
for (const id of ['find', 'look', 'by']) $(id).addEventListener('input', show);
for (const id of ['what', 'range', 'figures']) $(id).addEventListener(id === 'figures' ? 'toggle' : 'change', showCharts);
for (const name of Object.keys(limits)) $(`${name}-more`).addEventListener('click', () => { limits[name] = Infinity; show(); });
document.addEventListener('keydown', (event) => { if (event.key === 'Escape' && opened) close().focus(); });
document.addEventListener('visibilitychange', poll);
addEventListener('hashchange', begin);
theme(0);
begin();
