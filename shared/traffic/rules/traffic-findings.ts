import type { Automated, TrafficSums } from './traffic-sums.ts';

export type TrafficFinding =
  | { code: 'automated_share_jumped'; day: string; share: number; share_before: number; clicks: number }
  | { code: 'mostly_reviewers'; campaign: string; share: number; clicks: number };

const minClicks = { day: 100, campaign: 20 };
const jump = { points: 20, times: 2 };
const daysBefore = 7;
const maxCampaigns = 20;

/** Networks that review an ad cause many clicks. `days` are complete and in order. */
export function findingsOf(sums: TrafficSums, days: readonly string[]): TrafficFinding[] {
  const jumped = days.flatMap((day, at) => jumpOn(day, days.slice(Math.max(0, at - daysBefore), at), sums));
  const reviewed = [...sums.campaigns]
    .filter(([, campaignSums]) => campaignSums.clicks >= minClicks.campaign && shareOf(campaignSums) > 0.5)
    .sort(([a, x], [b, y]) => y.automated - x.automated || (a < b ? -1 : 1))
    .slice(0, maxCampaigns)
    .map(([campaign, campaignSums]) => ({
      code: 'mostly_reviewers' as const,
      campaign,
      share: shareOf(campaignSums),
      clicks: campaignSums.clicks,
    }));
  return [...jumped.slice(-1), ...reviewed];
}

function jumpOn(day: string, before: readonly string[], { days }: TrafficSums): TrafficFinding[] {
  const current = days.get(day);
  const earlier = before.reduce<Automated>(
    (sum, day) => ({
      clicks: sum.clicks + (days.get(day)?.clicks ?? 0),
      automated: sum.automated + (days.get(day)?.automated ?? 0),
    }),
    { clicks: 0, automated: 0 },
  );
  if (!current || current.clicks < minClicks.day || earlier.clicks < minClicks.day) return [];
  const [share, shareBefore] = [shareOf(current), shareOf(earlier)];
  const points = Math.round((share - shareBefore) * 10_000) / 100;
  if (points < jump.points || share < shareBefore * jump.times) return [];
  const { clicks } = current;
  return [{ code: 'automated_share_jumped', day, share, share_before: shareBefore, clicks }];
}

export const shareOf = ({ clicks, automated }: Automated): number =>
  clicks === 0 ? 0 : Math.round((automated / clicks) * 10_000) / 10_000;
