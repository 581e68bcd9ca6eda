import { adMedia } from '#shared/ads/needs.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { files, queues } from '#shared/aws/needs.ts';
import { web } from '#shared/web/needs.ts';

export const needs = { adMedia, files, queues, web };
export type Deps = DepsOf<typeof needs>;
