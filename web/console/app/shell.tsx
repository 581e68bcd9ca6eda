import { Burger, Group, NavLink, SegmentedControl, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useScope } from '../core/scope.ts';
import { useChange } from '../core/use-change.ts';
import { Icon, type IconName } from '../kit/icon.tsx';
import { Logo } from '../kit/logo.tsx';
import { useActivity } from '../kit/use-poll.ts';
import { PaletteOpener } from '../palette/opener.tsx';

// Menus come with much code, so they load after the first page.
const AccountMenu = lazy(() => import('./account-menu.tsx').then((part) => ({ default: part.AccountMenu })));
const VerifyEmail = lazy(() =>
  import('../account/verify-email.tsx').then((part) => ({ default: part.VerifyEmail })),
);

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
] as const satisfies { title: string; pages: (readonly [string, string, IconName])[] }[];

export function Shell() {
  const [opened, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const { environment } = useScope();
  useActivity();
  useLightPrint();
  return (
    <>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="top">
        <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? 'Close the menu' : 'Open the menu'}
            />
            <Logo />
          </Group>
          <Group gap="sm" wrap="nowrap">
            <PaletteOpener />
            <EnvironmentSwitch />
            <Suspense fallback={<div style={{ width: 38 }} />}>
              <AccountMenu />
            </Suspense>
          </Group>
        </Group>
        {environment === 'test' && (
          <div className="band" role="status">
            Test data: it never counts in your live figures.
          </div>
        )}
      </header>
      <nav className="side" aria-label="Pages" data-open={opened || undefined}>
        {areas.map(({ title, pages }) => (
          <div key={title}>
            <Text fz="xs" fw={600} c="dimmed" px="sm" pt="sm" pb={4}>
              {title}
            </Text>
            {pages.map(([to, label, icon]) => (
              <NavLink
                key={to}
                component={Link}
                to={to}
                label={label}
                leftSection={<Icon name={icon} />}
                active={to === '/' ? pathname === '/' : pathname.startsWith(to)}
                onClick={close}
                style={{ borderRadius: 8 }}
                py={6}
              />
            ))}
          </div>
        ))}
        <div style={{ marginTop: 'auto' }}>
          <NavLink
            component="a"
            href="/docs/guides"
            target="_blank"
            rel="noreferrer"
            label="Guides"
            leftSection={<Icon name="outside" />}
            style={{ borderRadius: 8 }}
            py={6}
          />
          <NavLink
            component="a"
            href="/docs"
            target="_blank"
            rel="noreferrer"
            label="API documentation"
            leftSection={<Icon name="outside" />}
            style={{ borderRadius: 8 }}
            py={6}
          />
        </div>
      </nav>
      <main className="main inner" id="content" tabIndex={-1}>
        <div style={{ maxWidth: 1280, margin: '0 auto' }}>
          <Suspense>
            <VerifyEmail />
          </Suspense>
          <Outlet />
        </div>
      </main>
    </>
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

/** The switch between live and test events is on every page. */
function EnvironmentSwitch() {
  const { environment } = useScope();
  const change = useChange();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Live or test data"
      value={environment}
      onChange={(value) => change({ env: value === 'test' ? 'test' : undefined })}
      color={environment === 'test' ? 'var(--test-switch)' : 'indigo'}
      data={[
        { value: 'live', label: 'Live' },
        { value: 'test', label: 'Test' },
      ]}
    />
  );
}
