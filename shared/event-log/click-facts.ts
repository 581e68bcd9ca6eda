import { shownFacts } from '#shared/clicks/rules/click-facts.ts';
import { consentOf, hasPurpose, type StoredConsent, shownConsent } from '#shared/consent/rules/consent.ts';
import { type Conversion, consentOfEvent } from '#shared/conversions/rules/conversions.ts';
import type { Clicks } from '#shared/conversions/store/clicks.ts';
import { receiptOf } from './receipt.ts';

export async function receiptsOf(events: readonly Conversion[], clicks: Clicks) {
  const [first] = events;
  if (!first) return [];
  const clickIds = events.flatMap((event) => sidOf(event) ?? []);
  const clicksById = await clicks.named(clickIds, first);
  return events.map((event) => {
    const click = clicksById.get(sidOf(event) ?? '');
    const effective = consentOfEvent(event, click?.consent);
    return {
      ...receiptOf(event),
      ...(hasPurpose(effective) && { effective_consent: shownConsent(effective) }),
      ...(click && !click.erasedAt && { click: { ...shownFacts(click), consent: shownStatement(click.consent) } }),
    };
  });
}

/** The newest statement gives origin and time. */
const shownStatement = (stored: StoredConsent | undefined) => ({
  ...shownConsent(consentOf({ click: stored })),
  ...(stored && { origin: stored.origin, stated_at: stored.at }),
});

/** A click without a campaign earns no event, but the event still came from its channel. */
const sidOf = ({ click, reason, clickId }: Conversion): string | undefined =>
  click?.sid || (reason === 'no_ad_click' ? clickId : undefined);
