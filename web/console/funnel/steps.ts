type Step = { step: string; count: number };

/**
 * The first step's bar has the maximal length 1. `reason` explains a bar that is cut because the step has
 * more.
 */
export function barOf(steps: readonly Step[], at: number): { share: number; reason?: string } {
  const count = steps[at]?.count ?? 0;
  const first = steps[0]?.count ?? 0;
  if (first === 0) {
    const most = Math.max(...steps.map((step) => step.count));
    return { share: most === 0 ? 0 : count / most };
  }
  if (count <= first) return { share: count / first };
  const isPageViews = steps[at]?.step === 'page_views';
  return {
    share: 1,
    reason: isPageViews
      ? 'More than sessions, since a visitor sees several pages: the bar ends at the length of the first.'
      : 'More than sessions, so the pixel misses visits: the bar ends at the length of the first.',
  };
}
