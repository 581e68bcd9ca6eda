/** The speed excludes `from`, the work that an earlier run did. */
export function paceOf(
  total: number | null,
  { from = 0, elapsed = () => performance.now() }: { from?: number; elapsed?: () => number } = {},
): (doneCount: number) => string {
  const began = elapsed();
  return (doneCount) => {
    const seconds = (elapsed() - began) / 1000;
    const rate = seconds > 0 ? (doneCount - from) / seconds : 0;
    const speed = rate > 0 ? `, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)} a second` : '';
    if (total === null) return `${doneCount}${speed}`;
    const remaining = rate > 0 && doneCount < total ? `, ${timeText((total - doneCount) / rate)} left` : '';
    return `${doneCount} of ${total}${speed}${remaining}`;
  };
}

function timeText(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export const stepOf = (total: number) => Math.max(500, Math.min(10_000, Math.floor(total / 10)));

export function reportedEvery(step: number, pace: (doneCount: number) => string, onStep: (pace: string) => void) {
  let doneCount = 0;
  return (more: number): void => {
    const before = doneCount;
    doneCount += more;
    if (Math.floor(doneCount / step) > Math.floor(before / step)) onStep(pace(doneCount));
  };
}
