import { SegmentedControl } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useScope } from '../core/scope.ts';
import { useChangeSearch } from '../core/use-change-search.ts';
import { type Areas, Shell } from '../kit/shell.tsx';
import { PaletteOpener } from '../palette/opener.tsx';

// Menus need much code, so they load after the first page.
const AccountMenu = lazy(() => import('./account-menu.tsx').then((part) => ({ default: part.AccountMenu })));
const VerifyEmail = lazy(() => import('../account/verify-email.tsx').then((part) => ({ default: part.VerifyEmail })));

const areas = [
  {
    title: 'Measure',
    pages: [
      ['/', 'Overview', 'overview'],
      ['/performance', 'Performance', 'performance'],
      ['/events', 'Events', 'events'],
      ['/funnel', 'Funnel', 'funnel'],
      ['/spend', 'Spend', 'spend'],
      ['/books', 'Books', 'books'],
      ['/traffic', 'Traffic', 'traffic'],
    ],
  },
  {
    title: 'Set up',
    pages: [
      ['/start', 'Get started', 'start'],
      ['/links', 'Link builder', 'link'],
      ['/channels', 'Channels', 'channels'],
      ['/keys', 'Keys and settings', 'keys'],
      ['/webhooks', 'Webhooks', 'webhooks'],
      ['/destinations', 'Destinations', 'out'],
    ],
  },
  {
    title: 'Market',
    pages: [
      ['/competitors', 'Competitors', 'competitors'],
      ['/keywords', 'Keyword plan', 'keywords'],
      ['/assistant-ads', 'Assistant ads', 'assistant'],
    ],
  },
] as const satisfies Areas;

const outside = [
  ['/docs/guides', 'Guides'],
  ['/docs', 'API documentation'],
] as const;

export function ConsoleShell() {
  const { environment } = useScope();
  useLightPrint();
  return (
    <Shell
      areas={areas}
      outside={outside}
      actions={
        <>
          <PaletteOpener />
          <EnvironmentSwitch />
          <Suspense fallback={<div style={{ width: 38 }} />}>
            <AccountMenu />
          </Suspense>
        </>
      }
      band={
        environment === 'test' && (
          <div className="band" role="status">
            Test data: it never counts in your live figures.
          </div>
        )
      }
    >
      <Suspense>
        <VerifyEmail />
      </Suspense>
      <Outlet />
    </Shell>
  );
}

function useLightPrint() {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let scheme = dataset.mantineColorScheme;
    const before = () => {
      scheme = dataset.mantineColorScheme;
      dataset.mantineColorScheme = 'light';
    };
    const after = () => {
      dataset.mantineColorScheme = scheme;
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
}

function EnvironmentSwitch() {
  const { environment } = useScope();
  const changeSearch = useChangeSearch();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Live or test data"
      value={environment}
      onChange={(value) => changeSearch({ env: value === 'test' ? 'test' : undefined })}
      color={environment === 'test' ? 'var(--test-switch)' : 'indigo'}
      data={[
        { value: 'live', label: 'Live' },
        { value: 'test', label: 'Test' },
      ]}
    />
  );
}
