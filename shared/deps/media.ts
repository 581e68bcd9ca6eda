import type { AdMediaStore } from '#shared/data/ad-media.ts';
import type { ObjectStore } from '#shared/ports/object-store.ts';
import type { Sender } from '#shared/ports/sender.ts';
import type { Web } from '#shared/ports/web.ts';

/** What links of copied media are answered with. */
export type MediaDeps = { frontEndOrigins: readonly string[]; files: Pick<ObjectStore, 'link'> };

/** What the worker copies media with. */
export type MediaCopyDeps = {
  now(): number;
  random(): number;
  queues: Pick<Sender, 'holdBack'>;
  web: Web;
  files: Pick<ObjectStore, 'put'>;
  adMedia: AdMediaStore;
};
