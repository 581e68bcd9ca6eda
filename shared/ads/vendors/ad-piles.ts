import type { AdsOfPage } from '#shared/ads/ad-library.ts';
import { type Ad, newestFirst } from '#shared/ads/rules/ads.ts';
import { vendorErrorMessage } from '#shared/ads/vendor-error-message.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';

type Pile = { ads: Map<string, Ad>; hasEnded: boolean; failure: unknown };

export function adPiles(pageIds: readonly string[], perPage: number) {
  const piles = new Map<string, Pile>(pageIds.map((id) => [id, { ads: new Map(), hasEnded: false, failure: null }]));
  const each = (ids: readonly string[], mark: (pile: Pile) => void) => {
    for (const id of ids) {
      const pile = piles.get(id);
      if (pile) mark(pile);
    }
  };
  return {
    keep(ads: readonly Ad[]) {
      for (const ad of ads) piles.get(ad.pageId)?.ads.set(ad.id, ad);
    },
    lacking: (ids: readonly string[]) => ids.filter((id) => (piles.get(id)?.ads.size ?? 0) < perPage),
    ended(ids: readonly string[]) {
      each(ids, (pile) => {
        pile.hasEnded = true;
      });
    },
    failed(ids: readonly string[], failure: unknown) {
      each(ids, (pile) => {
        pile.failure = failure;
      });
    },
    all(): AdsOfPage[] {
      const each = [...piles];
      const fruitless = each.every(([, { ads, failure }]) => failure !== null && ads.size === 0);
      if (fruitless && each[0]) throw each[0][1].failure;
      return each.map(([pageId, { ads, hasEnded, failure }]) => ({
        pageId,
        ads: newestFirst(ads.values()).slice(0, perPage),
        isComplete: hasEnded && ads.size <= perPage,
        error: failure instanceof VendorUnavailable ? vendorErrorMessage(failure) : null,
      }));
    },
  };
}

/** The remaining time is measured by a monotonic clock. Throws `VendorUnavailable` if none remains. */
export function timeLeft(vendor: string, deadlineAt: number, now: number): () => number {
  const endsAt = performance.now() + deadlineAt - now;
  return () => {
    const leftMs = Math.floor(endsAt - performance.now());
    if (leftMs < 1) throw new VendorUnavailable(vendor, 'no_answer', { code: 'deadline' });
    return leftMs;
  };
}
