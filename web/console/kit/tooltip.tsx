import type { TooltipProps } from '@mantine/core';
import { lazy, Suspense } from 'react';

/** Tooltips need a positioning library of 15 KB, so they load after the first page. */
const LoadedTooltip = lazy(() =>
  import('./loaded-tooltip.tsx').then(({ Tooltip }) => ({ default: Tooltip as typeof Plain })).catch(() => ({ default: Plain })),
);
const Plain = ({ children }: TooltipProps) => <>{children}</>;

export const Tooltip = ({ children, ...rest }: TooltipProps) => (
  <Suspense fallback={children}>
    <LoadedTooltip {...rest}>{children}</LoadedTooltip>
  </Suspense>
);
