import * as z from 'zod';
import { type Consent, consentWords, hasPurpose, pixelOrigins, type Statement, shownWords } from './rules/consent.ts';

const word = (description: string) => z.enum(consentWords).nullish().meta({ description });

const purposeFields = {
  ad_user_data: word('May data be sent to an ad network? Unknown if omitted.'),
  ad_personalization: word('May ads be personalized by it? Unknown if omitted.'),
};

/** A misspelled purpose must not pass as unknown. */
const strict = <F extends z.ZodRawShape>(fields: F) =>
  z.strictObject(fields, {
    error: ({ code }) => (code === 'unrecognized_keys' ? `Unknown field. Known: ${Object.keys(fields).join(', ')}` : undefined),
  });

export const SentConsent = strict(purposeFields).meta({ id: 'Consent' });

/** The answer of the page's banner, as the pixel reads it. */
export const PixelConsent = strict({
  ...purposeFields,
  origin: z.enum(pixelOrigins).nullish().meta({ description: 'How the page asked. `page` if omitted.' }),
}).meta({ id: 'PixelConsent' });

const shownWord = (description: string) => z.enum(shownWords).meta({ description });

export const shownPurposes = {
  ad_user_data: shownWord('May data be sent to an ad network?'),
  ad_personalization: shownWord('May ads be personalized by it?'),
};
export const ShownConsent = z.object(shownPurposes).meta({ id: 'ShownConsent' });

export function statementIn(sent: z.output<typeof PixelConsent>, now: number): Statement | undefined {
  const consent = consentIn(sent);
  return consent && { ...consent, origin: sent.origin ?? 'page', at: new Date(now).toISOString() };
}

export function consentIn(sent: Pick<z.output<typeof SentConsent>, keyof typeof purposeFields> | null | undefined): Consent | undefined {
  const { ad_user_data: adUserData, ad_personalization: adPersonalization } = sent ?? {};
  const consent = { ...(adUserData && { adUserData }), ...(adPersonalization && { adPersonalization }) };
  return hasPurpose(consent) ? consent : undefined;
}
