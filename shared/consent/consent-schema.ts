import * as z from 'zod';
import { type Consent, consentWords, hasPurpose } from './rules/consent.ts';

const word = (description: string) => z.enum(consentWords).nullish().meta({ description });

const purposeFields = {
  ad_user_data: word('Whether data of the visitor may be sent to an ad network. Unknown if omitted.'),
  ad_personalization: word('Whether an ad network may use the data for personalized ads. Unknown if omitted.'),
};

/** A misspelled purpose must not pass as unknown. */
const error = ({ code }: { code?: string | undefined }) =>
  code === 'unrecognized_keys' ? `Unknown field. Known: ${Object.keys(purposeFields).join(', ')}` : undefined;

export const SentConsent = z.strictObject(purposeFields, { error }).meta({ id: 'Consent' });

export function consentIn(sent: z.output<typeof SentConsent> | null | undefined): Consent | undefined {
  const { ad_user_data: adUserData, ad_personalization: adPersonalization } = sent ?? {};
  const consent = { ...(adUserData && { adUserData }), ...(adPersonalization && { adPersonalization }) };
  return hasPurpose(consent) ? consent : undefined;
}
