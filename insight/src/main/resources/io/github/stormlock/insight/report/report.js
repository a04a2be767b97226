
// Draws the charts of a report from the data that stand in it. Nothing becomes markup, and nothing is asked for.
(() => {
  'use strict';
  const charts = JSON.parse(document.getElementById('data').textContent);
  const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
  const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const COLOURS = ['--accent', '--second', '--third', '--fourth', '--wrong', '--look'];
  const DASHES = [[], [6, 3], [2, 3], [10, 3, 2, 3], [1, 2], [8, 8]];
  const ROW = 13;

  const clock = (s) => {
    if (s < 120) return `${number.format(s)} s`;
    const [h, m, rest] = [Math.floor(s / 3600), Math.floor((s % 3600) / 60), Math.round(s % 60)];
    return h ? `${h} h ${m} m` : `${m} m${rest ? ` ${rest} s` : ''}`;
  };
  const short = (value, unit) => (unit === 'ms' && value >= 1000 ? `${number.format(value / 1000)} s` : unit === 'ms' || unit === '%' ? `${number.format(value)} ${unit}` : number.format(value));

  // ---- marks: a strip for each lane above the plot, and their times as a shade behind the lines
  const lanes = (marks) => [...new Set(marks.map((mark) => mark.lane))];
  const marked = (data) => ({
    id: 'marks',
    beforeDatasetsDraw(chart) {
      const { ctx, chartArea: area, scales: { x } } = chart;
      ctx.save();
      ctx.globalAlpha = 0.13;
      for (const mark of data.marks) {
        ctx.fillStyle = style(`--${mark.level}`);
        const from = x.getPixelForValue(mark.from);
        ctx.fillRect(from, area.top, Math.max(1, x.getPixelForValue(mark.to) - from), area.bottom - area.top);
      }
      ctx.restore();
    },
    afterDraw(chart) {
      const { ctx, chartArea: area, scales: { x } } = chart;
      const names = lanes(data.marks);
      chart.strips = [];
      ctx.save();
      ctx.font = `11px ${style('--sans')}`;
      ctx.textBaseline = 'middle';
      names.forEach((lane, row) => {
        const y = area.top - 10 - (names.length - row) * ROW;
        ctx.fillStyle = style('--quiet');
        ctx.textAlign = 'right';
        ctx.fillText(lane.slice(0, 11), area.left - 6, y + ROW / 2);
        ctx.textAlign = 'left';
        const own = data.marks.filter((mark) => mark.lane === lane);
        own.forEach((mark, i) => {
          const from = x.getPixelForValue(mark.from);
          const width = Math.max(3, x.getPixelForValue(mark.to) - from);
          ctx.fillStyle = style(`--${mark.level}`);
          // A gap, so that one behind another is seen.
          ctx.fillRect(from, y + 1, Math.max(2, width - 1), ROW - 2);
          chart.strips.push({ from, to: from + width, top: y, bottom: y + ROW, mark });
          const rest = (i + 1 < own.length ? x.getPixelForValue(own[i + 1].from) : area.right) - from - width - 6;
          if (ctx.measureText(mark.name).width < rest) {
            ctx.fillStyle = style('--text');
            ctx.fillText(mark.name, from + width + 3, y + ROW / 2);
          }
        });
      });
      ctx.restore();
    },
  });
  function hint(canvas, chart) {
    canvas.addEventListener('mousemove', (event) => {
      const found = (chart.strips ?? []).find((s) => event.offsetX >= s.from - 2 && event.offsetX <= s.to + 2 && event.offsetY >= s.top && event.offsetY < s.bottom);
      canvas.title = found ? `${found.mark.name}, ${found.mark.lane}: ${clock(found.mark.from)} to ${clock(found.mark.to)}` : '';
    });
  }

  // ---- the range of the rounds of a bar
  const ranges = (data) => ({
    id: 'ranges',
    afterDatasetsDraw(chart) {
      const { ctx, scales: { x } } = chart;
      ctx.save();
      ctx.strokeStyle = style('--text');
      ctx.lineWidth = 1.5;
      chart.getDatasetMeta(0).data.forEach((bar, i) => {
        if (data.bars[i].least === data.bars[i].most) return;
        const [from, to] = [data.bars[i].least, data.bars[i].most].map((value) => x.getPixelForValue(value));
        ctx.beginPath();
        ctx.moveTo(from, bar.y); ctx.lineTo(to, bar.y);
        for (const end of [from, to]) { ctx.moveTo(end, bar.y - 4); ctx.lineTo(end, bar.y + 4); }
        ctx.stroke();
      });
      ctx.restore();
    },
  });

  const common = { animation: false, maintainAspectRatio: false, normalized: true };
  function time(data) {
    const bars = data.kind === 'bars';
    const top = lanes(data.marks).length * ROW + (data.marks.length ? 14 : 0);
    return {
      type: bars ? 'bar' : 'line',
      data: { datasets: data.series.map((series, i) => ({
        label: series.name, colour: COLOURS[i % 6], borderDash: bars ? undefined : DASHES[i % 6], borderWidth: bars ? 0 : 1.75,
        pointRadius: series.values.length < 3 ? 3 : 0, tension: 0.15, barPercentage: 1, categoryPercentage: 0.9, stack: 'all',
        data: series.values.map((y, k) => ({ x: (k + 0.5) * series.step, y })) })) },
      options: { ...common, parsing: false, interaction: { mode: 'index', intersect: false }, layout: { padding: { top } },
        scales: {
          x: { type: 'linear', min: 0, max: data.seconds, stacked: bars, offset: false, grid: { display: false }, ticks: { callback: clock, maxRotation: 0 } },
          y: { beginAtZero: true, stacked: bars, border: { display: false }, grid: {}, ticks: { maxTicksLimit: 6, callback: (v) => short(v, data.unit) },
            afterFit: (scale) => { scale.width = Math.max(scale.width, data.marks.length ? 72 : 0); } } },
        plugins: { legend: { position: 'bottom', align: 'end', labels: { boxWidth: 22, boxHeight: bars ? 10 : 0 } },
          tooltip: { callbacks: { title: (items) => clock(items[0].parsed.x), label: (item) => `${item.dataset.label}  ${short(item.parsed.y, data.unit)}` } } } },
      plugins: data.marks.length ? [marked(data)] : [],
    };
  }
  function ranks(data) {
    return {
      type: 'bar',
      data: { labels: data.bars.map((bar) => bar.name), datasets: [{ label: data.unit, data: data.bars.map((bar) => bar.value), bars: data.bars, maxBarThickness: 22 }] },
      options: { ...common, indexAxis: 'y',
        scales: { x: { beginAtZero: true, suggestedMax: Math.max(...data.bars.map((bar) => bar.most)), grid: {}, ticks: { maxTicksLimit: 6, maxRotation: 0 } },
          y: { grid: { display: false }, ticks: { autoSkip: false } } },
        plugins: { legend: { display: false }, tooltip: { callbacks: {
          label: (item) => `${number.format(item.raw)} ${data.unit}`,
          afterLabel: (item) => data.bars[item.dataIndex].least === data.bars[item.dataIndex].most ? '' : `rounds from ${number.format(data.bars[item.dataIndex].least)} to ${number.format(data.bars[item.dataIndex].most)}` } } } },
      plugins: [ranges(data)],
    };
  }

  const drawn = [];
  for (const box of document.querySelectorAll('[data-chart]')) {
    const data = charts[Number(box.dataset.chart)];
    const canvas = document.createElement('canvas');
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', box.dataset.label);
    box.hidden = false;
    if (data.kind === 'ranks') box.style.height = `${Math.max(90, 52 + data.bars.length * 26)}px`;
    else box.style.height = `${250 + lanes(data.marks).length * ROW}px`;
    box.append(canvas);
    const chart = new Chart(canvas, data.kind === 'ranks' ? ranks(data) : time(data));
    hint(canvas, chart);
    drawn.push(chart);
  }

  function colours() {
    for (const chart of drawn) {
      chart.options.color = style('--quiet');
      chart.options.font = { family: style('--sans') };
      for (const set of chart.data.datasets) {
        set.borderColor = set.backgroundColor = set.bars ? set.bars.map((bar) => style(bar.own ? '--accent' : '--third')) : style(set.colour);
      }
      for (const axis of Object.values(chart.options.scales)) {
        axis.ticks.color = style('--quiet');
        axis.grid.color = style('--line');
      }
      chart.update('none');
    }
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', colours);
  colours();
})();
