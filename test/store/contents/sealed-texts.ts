import { matchKeysText, readMatchKeys, readVisit, visitText } from '#shared/destinations/rules/sealed-texts.ts';
import { declaredForm } from './declared-form.ts';
import { numbered, type StoredContent } from './stored-content.ts';

const digest = 'ab12'.repeat(16);
const matchKeys = {
  email: { plain: digest, google: digest, canonical: digest },
  phone: { digits: digest, e164: digest },
  externalId: { lower: digest, cased: digest },
  clientUserAgent: 'Browser/1',
  clientIpAddress: '203.0.113.7',
  eventSourceUrl: 'https://shop.example/thanks',
  fbp: 'fb.1.1.1',
  ttp: 't',
  obref: 'o',
};
const visit = { userAgent: 'Browser/1', landing: 'https://shop.example/?gclid=a' };
const sources = ['shared/destinations/rules/sealed-texts.ts'];

/** The texts before they are sealed. The previous release has neither a writer nor a reader. */
export const sealedTexts: Record<string, StoredContent> = {
  'match-keys': {
    sources,
    form: declaredForm('match-keys'),
    sample: matchKeys,
    write: () => matchKeysText(matchKeys),
    read: readMatchKeys,
    previous: JSON.parse,
    later: numbered,
  },
  visits: {
    sources,
    form: declaredForm('visits'),
    sample: visit,
    write: () => visitText(visit),
    read: readVisit,
    previous: JSON.parse,
    later: numbered,
  },
};
