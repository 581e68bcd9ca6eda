import { channelTitle } from '../kit/channels.ts';
import { type ConsentChoice, consentTexts } from '../kit/event-search.ts';
import { trafficTitle } from '../kit/traffic-titles.ts';

type Click = { source: string; medium: string; traffic: string; signals: readonly string[] };
type Receipt = {
  channel?: string | undefined;
  paid?: boolean | undefined;
  traffic?: string | undefined;
  click?: Click | undefined;
};

const words = (name: string) => name.replaceAll('_', ' ');

export function channelText({ channel, paid }: Receipt): string | undefined {
  const title = channel && channelTitle(channel);
  return title && paid && !/paid/i.test(title) ? `${title}, paid` : title;
}

export const knownText = (text: string | undefined): string | undefined => (text === 'unknown' ? undefined : text);

export const consentText = (word: ConsentChoice = 'unknown'): string => consentTexts[word];

export const sourceText = (click: Click | undefined): string | undefined =>
  [click?.source, click?.medium].filter(Boolean).join(' / ') || undefined;

export function trafficText({ traffic, click }: Receipt): string | undefined {
  const signals = click && click.signals.length > 0 ? ` (${click.signals.map(words).join(', ')})` : '';
  const first = click && knownText(click.traffic);
  if (!first) return traffic && trafficTitle(traffic);
  const isCorrected = traffic !== undefined && traffic !== first;
  return `${trafficTitle(first)}${signals}${isCorrected ? `, corrected by the event: ${trafficTitle(traffic)}` : ''}`;
}
