import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { suppressions } from '#shared/mail/needs.ts';

export const needs = { queues, suppressions };
export type Deps = DepsOf<typeof needs>;
