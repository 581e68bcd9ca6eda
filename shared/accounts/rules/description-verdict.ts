import type { TextFlaw } from './company-description.ts';

/** What the model may say of a description. */
export const modelVerdicts = ['describes_a_company', 'too_vague', 'not_a_company', 'not_words'] as const;
export type Meaning = (typeof modelVerdicts)[number] | TextFlaw;

/** What is known of a description. `meaning` is `null` when nobody could tell. */
export type Finding = { meaning: Meaning | null; isHarmful: boolean; categories: readonly string[] };

const inWords = 'Say in a sentence or two what the company offers, and to whom.';

/** The only sentences that leave: a model's own words could repeat what it was given. */
const reasons: Record<Meaning, string> = {
  describes_a_company: 'The description says what the company does.',
  too_vague: `The description does not say what the company does. ${inWords}`,
  not_a_company: `The text does not describe a company. ${inWords}`,
  not_words: `The text is not made of words. ${inWords}`,
  too_short: `The description is too short. ${inWords}`,
  only_a_link: `A link alone does not say what the company does. ${inWords}`,
  repeated: `The text repeats itself. ${inWords}`,
  random_letters: `The text does not read as words. ${inWords}`,
};
const harmful =
  'The description may break our rules on harmful content, so the account is moved to the waitlist for review by a person.';

/** The verdict as the interface writes it. */
export function verdictOf({ meaning, isHarmful, categories }: Finding) {
  const isMeaningful = meaning === 'describes_a_company';
  return {
    is_valid: isMeaningful && !isHarmful,
    is_meaningful: isMeaningful,
    is_harmful: isHarmful,
    categories: [...categories],
    reason: isHarmful || meaning === null ? harmful : reasons[meaning],
    move_to_waitlist: isHarmful,
  };
}
