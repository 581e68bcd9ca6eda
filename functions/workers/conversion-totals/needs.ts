import { streamNeeds } from '#functions/projections.ts';
import { type Context, signed } from '#shared/aws/context.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { failureSender } from '#shared/aws/failure-sender.ts';

const reportFailure = ({ env, host }: Context) => failureSender(signed(host, 'SQS'), env.QUEUE_URL_PREFIX);
/** The accounts whose records this process could not count, and when. */
const uncounted = () => new Map<number, number>();

export const needs = { ...streamNeeds, reportFailure, uncounted };
export type Deps = DepsOf<typeof needs>;
