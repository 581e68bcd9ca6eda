import { channelTitle } from '../kit/channels.ts';

type Click = { source: string; medium: string; traffic: string; signals: readonly string[] };
type Receipt = {
  channel?: string | undefined;
  paid?: boolean | undefined;
  traffic?: string | undefined;
  click?: Click | undefined;
};

const words = (name: string) => name.replaceAll('_', ' ');

export const channelText = ({ channel, paid }: Receipt): string | undefined =>
  channel && `${channelTitle(channel)}${paid ? ', paid' : ''}`;

export const knownText = (text: string | undefined): string | undefined =>
  text === 'unknown' ? undefined : text;

export const sourceText = (click: Click | undefined): string | undefined =>
  [click?.source, click?.medium].filter(Boolean).join(' / ') || undefined;

export function trafficText({ traffic, click }: Receipt): string | undefined {
  const signals = click && click.signals.length > 0 ? ` (${click.signals.map(words).join(', ')})` : '';
  const first = click && knownText(click.traffic);
  if (!first) return traffic;
  const isCorrected = traffic !== undefined && traffic !== first;
  return `${first}${signals}${isCorrected ? `; the event proves it ${traffic}` : ''}`;
}
