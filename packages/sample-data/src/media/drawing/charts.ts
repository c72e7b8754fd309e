import { createRandom } from '../../random.ts';
import { listDays, type Day } from '../../shop/calendar.ts';
import { departments } from '../../words/goods.ts';
import { mix } from './colour.ts';
import { letter } from './lettering.ts';

const WIDTH = 1200;
const HEIGHT = 700;
const ink = '#1f2a33';
const quiet = '#7b8794';
const accent = '#0f766e';
const palette = ['#0f766e', '#3b8bc4', '#e0a526', '#b4532a', '#7c3a6b'];
const plot = { left: 96, right: WIDTH - 56, top: 150, bottom: HEIGHT - 84 };

export type Chart = { name: string; svg: string };

/** Charts of the shop's own figures, the way a report would show them. */
export function listCharts(anchor: Date): Chart[] {
  const days = listDays(anchor);
  return [
    { name: 'orders-by-month', svg: drawMonths(days) },
    { name: 'orders-by-weekday', svg: drawWeekdays(days) },
    { name: 'year-against-year', svg: drawYears(days) },
    { name: 'the-outage', svg: drawOutage(days) },
    { name: 'sales-by-department', svg: drawShares() },
    { name: 'visits-by-hour', svg: drawHeat() },
    { name: 'price-and-weight', svg: drawScatter() },
    { name: 'stars-given', svg: drawStars() },
  ];
}

function frame(title: string, subtitle: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>
    ${letter({ text: title, x: 56, y: 82, size: 26, colour: ink, weight: 0.14 })}${letter({ text: subtitle, x: 56, y: 114, size: 12, colour: quiet })}${content}</svg>`;
}

const month = (day: Day) => new Date(day.start).toISOString().slice(0, 7);

function sumBy(days: readonly Day[], groupOf: (day: Day) => string): [string, number][] {
  const sums = new Map<string, number>();
  for (const day of days) sums.set(groupOf(day), (sums.get(groupOf(day)) ?? 0) + day.weight * 273);
  return [...sums];
}

const across = (share: number) => plot.left + share * (plot.right - plot.left);
const up = (share: number) => plot.bottom - share * (plot.bottom - plot.top);

function drawGrid(most: number): string {
  return [0, 0.25, 0.5, 0.75, 1]
    .map((share) => {
      const label = String(most * share);
      return `<path d="M${plot.left} ${up(share)}H${plot.right}" stroke="#e3e8ec" stroke-width="1.5"/>${letter({ text: label, x: plot.left - 16, y: up(share) + 6, size: 12, colour: quiet, align: 'end' })}`;
    })
    .join('');
}

/** The next number above that four grid lines divide well. */
function roundUp(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most));
  return unit * ([1, 2, 3, 4, 5, 6, 8, 10].find((step) => step * unit >= most) ?? 10);
}

function drawMonths(days: readonly Day[]): string {
  const months = sumBy(days, month);
  const most = roundUp(Math.max(...months.map(([, orders]) => orders)));
  const points = months.map(
    ([, orders], index) =>
      `${across(index / (months.length - 1)).toFixed(1)} ${up(orders / most).toFixed(1)}`,
  );
  const labels = months.map(([name], index) =>
    index % 6 === 0
      ? letter({
          text: name.replace('-', '/'),
          x: across(index / (months.length - 1)),
          y: plot.bottom + 36,
          size: 12,
          colour: quiet,
          align: 'middle',
        })
      : '',
  );
  return frame(
    'Orders by month',
    'three years, all channels',
    `<defs><linearGradient id="area" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${accent}" stop-opacity=".42"/><stop offset="1" stop-color="${accent}" stop-opacity="0"/></linearGradient></defs>
    ${drawGrid(most)}<path d="M${plot.left} ${plot.bottom}L${points.join('L')}L${plot.right} ${plot.bottom}Z" fill="url(#area)"/>
    <path d="M${points.join('L')}" fill="none" stroke="${accent}" stroke-width="5" stroke-linejoin="round"/>${labels.join('')}`,
  );
}

type Bar = { label: string; value: number; colour: string };

function drawBars(bars: readonly Bar[]): string {
  const most = roundUp(Math.max(...bars.map(({ value }) => value)));
  const room = (plot.right - plot.left) / bars.length;
  const thick = room * 0.62;
  const columns = bars.map(({ label, value, colour }, index) => {
    const middle = plot.left + room * (index + 0.5);
    const top = up(value / most);
    return `<rect x="${middle - thick / 2}" y="${top}" width="${thick}" height="${plot.bottom - top}" rx="${Math.min(8, thick / 4)}" fill="${colour}"/>${letter({ text: label, x: middle, y: plot.bottom + 36, size: 13, colour: quiet, align: 'middle' })}`;
  });
  return drawGrid(most) + columns.join('');
}

function drawWeekdays(days: readonly Day[]): string {
  const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  const sums = new Map(sumBy(days.slice(-364), (day) => names[new Date(day.start).getUTCDay()]!));
  const bars = [...names.slice(1), 'Sun'].map((label) => ({
    label,
    value: (sums.get(label) ?? 0) / 52,
    colour: label === 'Sun' ? accent : mix(accent, '#ffffff', 0.4),
  }));
  return frame(
    'Sunday is shopping day',
    'orders on an average day of the last year',
    drawBars(bars),
  );
}

function drawYears(days: readonly Day[]): string {
  const years = [0, 1, 2].map((year) => days.slice(year * 365, (year + 1) * 365));
  const weekly = years.map((year) =>
    Array.from({ length: 52 }, (_, week) =>
      year.slice(week * 7, week * 7 + 7).reduce((sum, day) => sum + day.weight * 273, 0),
    ),
  );
  const most = roundUp(Math.max(...weekly.flat()));
  const lines = weekly.map((weeks, year) => {
    const points = weeks.map((orders, week) => `${across(week / 51)} ${up(orders / most)}`);
    const colour = mix(accent, '#ffffff', (2 - year) * 0.36);
    const key = letter({
      text: ['two years ago', 'a year ago', 'last twelve months'][year]!,
      x: plot.right - 200,
      y: 60 + year * 28,
      size: 12,
      colour: ink,
    });
    return `<path d="M${points.join('L')}" fill="none" stroke="${colour}" stroke-width="${3 + year}" stroke-linejoin="round"/><rect x="${plot.right - 240}" y="${49 + year * 28}" width="26" height="10" rx="5" fill="${colour}"/>${key}`;
  });
  return frame('Year against year', 'orders a week', drawGrid(most) + lines.join(''));
}

function drawOutage(days: readonly Day[]): string {
  const around = days.slice(-212 - 28, -212 + 34);
  const bars = around.map((day, index) => ({
    label: index % 10 === 0 ? new Date(day.start).toISOString().slice(5, 10).replace('-', '/') : '',
    value: day.weight * 273,
    colour: day.weight < 0.3 ? '#d64545' : mix(accent, '#ffffff', 0.35),
  }));
  return frame('Two days without a shop', 'orders a day around the outage', drawBars(bars));
}

function drawShares(): string {
  const shares = [0.31, 0.24, 0.17, 0.16, 0.12];
  let turn = -0.25;
  const slices = departments.map(({ name }, index) => {
    const share = shares[index]!;
    const slice = drawSlice(turn, turn + share - 0.006, palette[index]!);
    turn += share;
    const y = 250 + index * 74;
    return `${slice}<rect x="720" y="${y - 20}" width="26" height="26" rx="7" fill="${palette[index]}"/>${letter({ text: name, x: 768, y, size: 19, colour: ink })}${letter({ text: `${Math.round(share * 100)} %`, x: 1100, y, size: 19, colour: quiet, align: 'end' })}`;
  });
  return frame('Sales by department', 'share of revenue, last quarter', slices.join(''));
}

function drawSlice(from: number, to: number, colour: string): string {
  const at = (turn: number, radius: number) =>
    `${(350 + Math.cos(turn * 2 * Math.PI) * radius).toFixed(1)} ${(400 + Math.sin(turn * 2 * Math.PI) * radius).toFixed(1)}`;
  return `<path d="M${at(from, 220)}A220 220 0 0 1 ${at(to, 220)}L${at(to, 132)}A132 132 0 0 0 ${at(from, 132)}Z" fill="${colour}"/>`;
}

function drawHeat(): string {
  const random = createRandom('heat');
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  const cells = names.flatMap((name, row) => {
    const label = letter({ text: name, x: 76, y: 200 + row * 62, size: 14, colour: quiet });
    const hours = Array.from({ length: 24 }, (_, hour) => {
      const evening = Math.exp(-(((hour - 20) / 3.4) ** 2));
      const noon = Math.exp(-(((hour - 12.5) / 3.6) ** 2)) * (row > 4 ? 0.95 : 0.6);
      const busy = Math.min(1, (evening + noon) * random.between(0.82, 1.02));
      return `<rect x="${150 + hour * 41}" y="${168 + row * 62}" width="37" height="56" rx="7" fill="${mix('#eef4f3', accent, busy)}"/>`;
    });
    return [label, ...hours];
  });
  const labels = [0, 6, 12, 18, 23].map((hour) =>
    letter({
      text: `${hour}:00`,
      x: 168 + hour * 41,
      y: 638,
      size: 12,
      colour: quiet,
      align: 'middle',
    }),
  );
  return frame('When visitors come', 'visits by weekday and hour', [...cells, ...labels].join(''));
}

function drawScatter(): string {
  const random = createRandom('scatter');
  const dots = Array.from({ length: 260 }, (_, index) => {
    const group = index % palette.length;
    const x = Math.min(0.97, Math.abs(0.12 + group * 0.17 + random.bell() * 0.09));
    const y = Math.min(0.96, Math.abs(0.1 + x * 0.62 + random.bell() * 0.1));
    return `<circle cx="${across(x).toFixed(1)}" cy="${up(y).toFixed(1)}" r="${random.between(5, 13).toFixed(1)}" fill="${palette[group]}" opacity=".6"/>`;
  });
  return frame('Heavier things cost more', 'price in € by weight', drawGrid(1200) + dots.join(''));
}

function drawStars(): string {
  const bars = [540, 910, 3400, 14_200, 18_100].map((value, index) => ({
    label: `${index + 1}`,
    value,
    colour: mix('#d9b06a', '#e0a526', index / 4),
  }));
  return frame('Most customers are happy', 'reviews by number of stars', drawBars(bars));
}
