import { type FormAsked, givenIn } from './asked.ts';

type Figures = { clicks: string; conversions: string };
type Given = {
  day: string;
  that_day: Figures;
  '7_days': Figures;
  '7_days_before': Figures;
  change_over_7_days: { clicks: string | null };
  findings: { severity: string; subject: string; text: string }[];
};

export function assistantNarrative(asked: FormAsked) {
  const input = givenIn<Given>(asked);
  const { day, that_day, '7_days': week, '7_days_before': before, findings = [] } = input;
  const problem = findings.find(({ severity }) => severity === 'problem');
  const isLess = input.change_over_7_days?.clicks?.startsWith('−');
  return {
    headline: isLess ? 'Fewer people came than in the week before' : 'More people came than in the week before',
    paragraphs: [
      problem ? `First of all, ${problem.subject ? `look at “${problem.subject}”: ` : ''}${problem.text}` : 'Nothing needs you today.',
      `On ${day} your ads brought ${that_day?.clicks} clicks and ${that_day?.conversions} conversions. The seven days that end with it brought ${week?.clicks} clicks, the seven before ${before?.clicks}.`,
    ],
  };
}
