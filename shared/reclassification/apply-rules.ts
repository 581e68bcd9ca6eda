import { WorkLost } from '#shared/store/held-table.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { ReclassificationDeps } from './deps.ts';
import { moveClicks } from './move-clicks.ts';
import { moveEvents } from './move-events.ts';
import { rejudgeClicks } from './rejudge-clicks.ts';
import { rejudgeEvents } from './rejudge-events.ts';
import { addCounts, type RuleApplication } from './rules/applications.ts';
import { isLate, isOfClicks, type Progress, remainingSteps, type Step, stepsOf } from './rules/steps.ts';

/** `until` is in epoch milliseconds. */
export type Bounds = { until: number; maxPages: number };
type PartsByDay = ReadonlyMap<string, number>;

/** The counts of a page are stored with the place after it, so a repeated page counts once. */
export async function applyRules(application: RuleApplication, bounds: Bounds, deps: ReclassificationDeps): Promise<RuleApplication> {
  return await continueWhile(application, ({ status }) => status === 'running', bounds, deps);
}

/** Cached copies of older rules must have expired before this call. */
export async function settle(application: RuleApplication, bounds: Bounds, deps: ReclassificationDeps): Promise<RuleApplication> {
  return await continueWhile(application, mustSettle, bounds, deps);
}

export const mustSettle = ({ status, isDry, isSettled }: RuleApplication): boolean => status === 'completed' && !isDry && !isSettled;

/** The call is idempotent. */
export async function failApplication(
  accountId: AccountId,
  id: string,
  { applications }: Pick<ReclassificationDeps, 'applications'>,
): Promise<void> {
  let current = await applications.byId(accountId, id);
  while (current?.status === 'running') current = await applications.change(current, { status: 'failed' });
}

async function continueWhile(
  application: RuleApplication,
  hasWork: (application: RuleApplication) => boolean,
  { until, maxPages }: Bounds,
  deps: ReclassificationDeps,
): Promise<RuleApplication> {
  let current = application;
  // A worker that stood still may go on after newer rules were applied.
  const held = { ...deps, ...deps.storesWhile(deps.applications.notReplaced(application)) };
  const steps = stepsOf(application, deps.now()).filter(({ stage }) => isLate(stage) === (application.status === 'completed'));
  const partsByDay = await partsOf(steps, application.accountId, deps);
  for (let pages = 0; pages < maxPages && hasWork(current) && deps.now() < until; pages++) {
    const changes = await nextPage(current, { steps, partsByDay }, held).catch(unlessLost);
    if (!changes) return (await deps.applications.byId(application.accountId, application.id)) ?? current;
    const changed = await deps.applications.change(current, changes);
    if (!changed) return current;
    current = changed;
  }
  return current;
}

function unlessLost(error: unknown): null {
  if (error instanceof WorkLost) return null;
  throw error;
}

async function nextPage(
  application: RuleApplication,
  { steps, partsByDay }: { steps: readonly Step[]; partsByDay: PartsByDay },
  deps: ReclassificationDeps,
): Promise<Partial<RuleApplication>> {
  const { accountId, progress, status } = application;
  for (const step of remainingSteps(steps, progress)) {
    const parts = partsByDay.get(dayName(step));
    const isStarted = progress !== null && isSame(step, progress);
    const place = isStarted ? progress.place : undefined;
    if (parts === undefined || (isStarted && !place)) continue;
    const day = { accountId, ...step, parts };
    const { ids, next } = await (isOfClicks(step.stage) ? deps.dayPages.clicks(day, place) : deps.dayPages.events(day, place));
    // A page of rejected events counts too, so that a day of them does not exceed the bounds.
    if (ids.length > 0 || next) return await afterPage(application, { ...step, ids, place: next }, deps);
  }
  return status === 'running' ? { status: 'completed', completedAt: new Date(deps.now()).toISOString() } : { isSettled: true };
}

async function afterPage(
  application: RuleApplication,
  { ids, place, ...step }: Step & { ids: readonly string[]; place: Progress['place'] | null },
  deps: ReclassificationDeps,
): Promise<Partial<RuleApplication>> {
  const move = isOfClicks(step.stage) ? moveClicks : moveEvents;
  const rejudge = isOfClicks(step.stage) ? rejudgeClicks : rejudgeEvents;
  const { trafficRules } = application;
  const counts = trafficRules
    ? await rejudge(ids, step, { ...application, trafficRules }, deps)
    : await move(ids, step.environment, application, deps);
  const progress = { ...step, ...(place && { place }) };
  return isLate(step.stage) ? { progress } : { ...addCounts(application, counts), progress };
}

const isSame = (a: Step, b: Step) => a.stage === b.stage && a.environment === b.environment && a.day === b.day;

async function partsOf(steps: readonly Step[], accountId: AccountId, { dayRegistry }: ReclassificationDeps): Promise<PartsByDay> {
  const partsByDay = new Map<string, number>();
  for (const [environment, some] of Map.groupBy(steps, (step) => step.environment)) {
    const days = [...new Set(some.map(({ day }) => day))];
    const parts = await dayRegistry.partsOfDays(days, { accountId, environment });
    for (const [day, count] of parts) partsByDay.set(dayName({ environment, day }), count);
  }
  return partsByDay;
}

const dayName = ({ environment, day }: Pick<Step, 'environment' | 'day'>) => `${environment} ${day}`;
