/** What the stand-in answers in a form, by the form's name, to the text it was sent. Forms that are not here get a sample. */
export const llmAnswers: Record<string, (text: string) => unknown> = {
  company_description: (text) => ({ verdict: verdictOf(descriptionIn(text)) }),
};

function descriptionIn(text: string): string {
  try {
    return String((JSON.parse(text) as { company_description?: unknown }).company_description ?? '');
  } catch {
    return text;
  }
}

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
