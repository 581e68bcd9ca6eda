import { EventRefusedError } from './errors.ts';
import { type Answer, problemsOf, sentenceOfProblems } from './post.ts';
import type { Pending } from './queue.ts';
import type { Problem, TrackResult } from './types.ts';

type ItemResult = TrackResult & {
  index: number;
  error?: { code: string; message: string; detail?: unknown } | undefined;
};

export const isComplete = ({ results }: Record<string, unknown>, events: number): boolean =>
  Array.isArray(results) && results.length === events && results.every((result, at) => result?.index === at);

/** Gives each event of a batch its own result. */
export function settleEvents(batch: Pending<TrackResult>[], { body, requestId }: Answer & { kind: 'results' }): void {
  for (const { index, error, ...result } of body.results as ItemResult[]) {
    const pending = batch[index] as Pending<TrackResult>;
    const { code = 'refused', message = 'The event was refused.', detail } = error ?? {};
    const problems = problemsOf(detail);
    if (result.accepted) pending.succeed(result);
    else
      pending.fail(
        new EventRefusedError(sentenceOfProblems(problems.map(inEvent)) || message, {
          code,
          status: result.status,
          requestId,
          problems,
          event: pending.event,
        }),
      );
  }
}

const inEvent = ({ loc, ...rest }: Problem) => ({
  ...rest,
  loc: loc[1] === 'events' ? loc.slice(3) : loc,
});
