import { type FormAsked, givenIn } from './asked.ts';

type Figures = { clicks: number; conversions: number };
type Given = {
  day: string;
  total: { day: Figures; week: Figures; weekBefore: Figures };
  findings: { severity: string; subject: string; text: string }[];
};

/** Words over a day's report, of the figures that were sent. */
export function assistantNarrative(asked: FormAsked) {
  const { day = '', total, findings = [] } = givenIn<Given>(asked);
  const problem = findings.find(({ severity }) => severity === 'problem');
  const [clicks, before] = [total?.week.clicks ?? 0, total?.weekBefore.clicks ?? 0];
  return {
    headline:
      clicks >= before
        ? 'More people came than in the week before'
        : 'Fewer people came than in the week before',
    paragraphs: [
      problem
        ? `First of all, ${problem.subject ? `look at “${problem.subject}”: ` : ''}${problem.text}`
        : 'Nothing needs you today.',
      `On ${day} your ads brought ${total?.day.clicks ?? 0} clicks and ${total?.day.conversions ?? 0} conversions. The seven days that end with it brought ${clicks} clicks, the seven before ${before}.`,
    ],
  };
}
