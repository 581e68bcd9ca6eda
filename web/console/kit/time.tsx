import { useScope } from '../core/scope.ts';
import { agoText, timeText } from './dates.ts';
import { Tooltip } from './tooltip.tsx';

export function Time({ at, ago = false }: { at: string; ago?: boolean }) {
  const { zone } = useScope();
  const local = timeText(at, zone);
  return (
    <Tooltip label={`${ago && zone !== 'UTC' ? `${local} · ` : ''}${timeText(at, 'UTC')} UTC`}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {ago ? agoText(at, Date.now()) : local}
      </time>
    </Tooltip>
  );
}
