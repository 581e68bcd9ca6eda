export type Figures = {
  part: string;
  cases: number;
  passed: number;
  seconds: number;
  cpuSeconds: number;
  covers: string;
};

const head = ['Part', 'Cases', 'Passed', 'Seconds', 'CPU seconds', 'Date', 'Commit', 'Covers'];

/** A run of some parts leaves the rows of the other parts. */
export function nightPage(page: string, { day, commit, figures }: { day: string; commit: string; figures: readonly Figures[] }): string {
  const [text = '', ...rows] = page.split(/^\| /m);
  const stored = rows.slice(2).map((row) => row.trim().replace(/ \|$/, '').split(' | '));
  const rowOf = ({ part, cases, passed, seconds, cpuSeconds, covers }: Figures) =>
    [part, cases, passed, Math.round(seconds), Math.round(cpuSeconds), day, commit, covers].map(String);
  const ran = new Set(figures.map(({ part }) => part));
  const table = [...stored.filter(([part = '']) => !ran.has(part)), ...figures.map(rowOf)];
  table.sort(([a = ''], [b = '']) => a.localeCompare(b));
  const lines = [head, head.map(() => '---'), ...table].map((cells) => `| ${cells.join(' | ')} |\n`);
  return text + lines.join('');
}
