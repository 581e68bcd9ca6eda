import { type FormAnswer, givenIn } from './asked.ts';

/** Judges whether a text describes a company, by a few signs. */
export const companyDescription: FormAnswer = (asked) => {
  const { company_description } = givenIn<{ company_description: unknown }>(asked);
  return { verdict: verdictOf(String(company_description ?? asked.text)) };
};

const greeting = /^(hi|hello|hey|test|testing|lorem ipsum|how are you|what is|who are)\b/i;
const orders = /\b(ignore|disregard|forget)\b.*\b(instructions?|rules|prompt)\b/i;
const nothing = /\b(things?|stuff|something|anything|whatever|good company|best company)\b/i;

function verdictOf(description: string) {
  const words = description.split(/\s+/).filter(Boolean);
  const isLatin = /^[\p{Script=Latin}\P{L}]*$/u.test(description);
  if (orders.test(description) || greeting.test(description)) return 'not_a_company';
  if (isLatin && words.length < 3) return 'too_vague';
  return nothing.test(description) && words.length < 8 ? 'too_vague' : 'describes_a_company';
}
