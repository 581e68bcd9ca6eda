import { Alert } from '@mantine/core';
import { dayText } from '../kit/dates.ts';
import { countText, percentText } from '../kit/money.ts';
import type { Report } from './rules.ts';

type Finding = Report['findings'][number];

export const Findings = ({ findings }: { findings: readonly Finding[] }) =>
  findings.map((finding) => (
    <Alert key={`${finding.code} ${placeOf(finding)}`} color="orange" className="anywhere">
      {textOf(finding)}
    </Alert>
  ));

const placeOf = (finding: Finding) => ('day' in finding ? finding.day : finding.campaign);

function textOf(finding: Finding): string {
  const share = percentText(finding.share, 0);
  const clicks = countText(finding.clicks);
  return 'day' in finding
    ? `On ${dayText(finding.day)}, ${share} of ${clicks} clicks were of programs, and ${percentText(finding.share_before, 0)} in the days before.`
    : `${share} of the ${clicks} clicks of ${finding.campaign} are of programs, as when an ad network reviews its ads.`;
}
