import { needsOfProjections } from '#functions/projections.ts';
import { type Context, signed } from '#shared/aws/context.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { failureSender } from '#shared/aws/failure-sender.ts';
import { queues } from '#shared/aws/needs.ts';
import { cellStart } from '#shared/cells/needs.ts';
import { scale } from '#shared/reports/needs.ts';

const reportFailure = ({ env, host }: Context) => failureSender(signed(host, 'SQS'), env.QUEUE_URL_PREFIX);
/** The accounts whose records this process could not count, and when. */
const uncounted = () => new Map<number, number>();

export const needs = { ...needsOfProjections, cellStart, queues, reportFailure, scale, uncounted };
export type Deps = DepsOf<typeof needs>;
