import { type Html, html } from '#shared/values/html.ts';

type Point = { day: string; value: number };
type Chart = {
  title: string;
  points: readonly Point[];
  say(value: number): string;
  longDay(day: string): string;
};

const width = 640;
const height = 150;
const [left, right, top, bottom] = [4, 4, 26, 22];

export function barChart({ title, points, say, longDay }: Chart): Html {
  const most = Math.max(...points.map(({ value }) => value), 0);
  const step = (width - left - right) / Math.max(1, points.length);
  const tall = height - top - bottom;
  const highest = points.findIndex(({ value }) => value === most);
  const bars = points.map(({ day, value }, at) => {
    const tallness = value > 0 ? Math.max(1.5, (tall * value) / most) : 0;
    const x = left + at * step + step * 0.12;
    const y = top + tall - tallness;
    const isLast = at === points.length - 1;
    return html`<g><title>${`${longDay(day)}: ${say(value)}`}</title><rect x="${fixed(left + at * step)}" y="${top}" width="${fixed(step)}" height="${tall}" fill="transparent"/><rect class="${isLast ? 'bar last' : 'bar'}" x="${fixed(x)}" y="${fixed(y)}" width="${fixed(step * 0.76)}" height="${fixed(tallness)}" rx="2"/></g>`;
  });
  const labelled = points
    .map(({ day }, at) => ({ day, at }))
    .filter(({ at }) => at % 7 === points.length % 7 || at === points.length - 1)
    .map(({ day, at }) => {
      const isLast = at === points.length - 1;
      const x = isLast ? width - right : left + at * step;
      return html`<text class="label" x="${fixed(x)}" y="${height - 6}" text-anchor="${isLast ? 'end' : 'start'}">${shortDay(day)}</text>`;
    });
  const third = Math.max(0, Math.floor((3 * highest) / points.length));
  const anchor = ['start', 'middle', 'end'][third];
  const name =
    most > 0
      ? html`<text class="label" x="${fixed(left + (highest + third / 2) * step)}" y="${top - 6}" text-anchor="${anchor}">${say(most)}</text>`
      : null;
  const last = points.at(-1);
  const words = last ? `${title}. Last day ${say(last.value)}, most ${say(most)}.` : title;
  return html`<figure><figcaption>${title}</figcaption><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${words}"><line class="ground" x1="${left}" x2="${width - right}" y1="${top + tall + 0.5}" y2="${top + tall + 0.5}"/>${bars}${name}${labelled}</svg></figure>`;
}

export function shareBar(part: number, whole: number): Html {
  const percent = whole > 0 ? Math.round((100 * part) / whole) : 0;
  return html`<span class="share" role="img" aria-label="${percent} % of all"><span style="width:${percent}%"></span></span>`;
}

const fixed = (value: number) => String(Math.round(value * 10) / 10);
const shortDay = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
