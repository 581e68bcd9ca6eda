import { depsOf, files, queues, web } from '#functions/deps.ts';
import { adMediaIn } from '#shared/ads/store/ad-media.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { now, analysis } = context;
  return {
    ...depsOf(context, { queues, web, files }),
    adMedia: adMediaIn(analysis(), { now }),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
