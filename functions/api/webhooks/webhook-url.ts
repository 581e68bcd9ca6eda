import type { DepsOf } from '#shared/aws/deps-of.ts';
import { invalid } from '#shared/values/errors.ts';
import { postAddress } from '#shared/web/post-address.ts';
import { webhooksToThisMachine } from '#shared/webhooks/needs.ts';

export const webhookUrlNeeds = { webhooksToThisMachine };
type Deps = DepsOf<typeof webhookUrlNeeds>;

/** Throws 422 for a URL that the service would not call. */
export function endpointUrl(text: string, { webhooksToThisMachine }: Pick<Deps, 'webhooksToThisMachine'>): string {
  const url = postAddress(text, { toThisMachine: webhooksToThisMachine });
  if (url) return url.href;
  throw invalid({
    type: 'address_refused',
    loc: ['body', 'url'],
    msg: 'An https URL of the public web on its usual port expected',
  });
}
