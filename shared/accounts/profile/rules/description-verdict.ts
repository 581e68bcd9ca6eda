import type { TextFlaw } from './company-description.ts';

export const modelVerdicts = ['describes_a_company', 'too_vague', 'not_a_company', 'not_words'] as const;
export type Meaning = (typeof modelVerdicts)[number] | TextFlaw;

export type Finding = { meaning: Meaning | null; isHarmful: boolean; categories: readonly string[] };

const inWords = 'Say in a sentence or two what the company offers, and to whom.';

/** These reasons replace the model's own words, which could repeat its input. */
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
export type FlagOutcome = 'waitlisted' | 'reviewed' | 'not_signed_in';

const mayBreakRules = 'The description may break our rules on harmful content';
const harmful: Record<FlagOutcome, string> = {
  waitlisted: `${mayBreakRules}, so the account is moved to the waitlist for review by a person.`,
  reviewed: `${mayBreakRules}. A person has already reviewed it for this account, so the account is not moved to the waitlist again.`,
  not_signed_in: `${mayBreakRules}. An account is moved to the waitlist for review by a person once you sign in with it and use this description.`,
};

export function verdictOf({ meaning, isHarmful, categories }: Finding, flagged: FlagOutcome) {
  const isMeaningful = meaning === 'describes_a_company';
  return {
    is_valid: isMeaningful && !isHarmful,
    is_meaningful: isMeaningful,
    is_harmful: isHarmful,
    categories: [...categories],
    reason: isHarmful || meaning === null ? harmful[flagged] : reasons[meaning],
    move_to_waitlist: isHarmful,
  };
}
