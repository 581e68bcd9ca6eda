/** The chart below has the numbers, so this is hidden from screen readers. */
export function Sparkline({ points }: { points: readonly (number | null)[] }) {
  const values = points.filter((value) => value !== null);
  const most = Math.max(...values);
  if (values.length < 3 || most <= 0) return null;
  const line = values.map((value, at) => `${(at / (values.length - 1)) * 100},${26 - (value / most) * 24}`);
  return (
    <svg className="sparkline" viewBox="0 0 100 28" preserveAspectRatio="none" aria-hidden="true">
      <polygon points={`0,28 ${line.join(' ')} 100,28`} />
      <polyline points={line.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
