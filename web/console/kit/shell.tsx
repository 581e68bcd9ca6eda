import { Burger, Group, NavLink, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useKeptFocus } from './focus.ts';
import { Icon, type IconName } from './icon.tsx';
import { Logo } from './logo.tsx';
import { useActivity } from './use-poll.ts';

export type Areas = readonly { title: string; pages: readonly (readonly [string, string, IconName])[] }[];

type Parts = {
  areas: Areas;
  badge?: ReactNode;
  actions: ReactNode;
  band?: ReactNode;
  outside?: readonly (readonly [address: string, label: string])[];
  children: ReactNode;
};

function watchConnection(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

export function Shell({ areas, badge, actions, band, outside = [], children }: Parts) {
  const [opened, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const home = areas[0]?.pages[0]?.[0];
  const isOffline = useSyncExternalStore(watchConnection, () => !navigator.onLine);
  useActivity();
  useKeptFocus();
  return (
    <>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="top">
        <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={opened ? 'Close the menu' : 'Open the menu'} />
            <Logo />
            {badge}
          </Group>
          <Group gap="sm" wrap="nowrap">
            {actions}
          </Group>
        </Group>
        {isOffline ? (
          <div className="band" role="status">
            You are offline. The figures are those that were read last.
          </div>
        ) : (
          band
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
                activeOptions={{ exact: to === home }}
                label={label}
                leftSection={<Icon name={icon} />}
                active={to === home ? pathname === to : pathname.startsWith(to)}
                onClick={close}
                style={{ borderRadius: 8 }}
                py={6}
              />
            ))}
          </div>
        ))}
        <div style={{ marginTop: 'auto' }}>
          {outside.map(([href, label]) => (
            <NavLink
              key={href}
              component="a"
              href={href}
              target="_blank"
              rel="noreferrer"
              label={label}
              leftSection={<Icon name="outside" />}
              style={{ borderRadius: 8 }}
              py={6}
            />
          ))}
        </div>
      </nav>
      <main className="main inner" id="content" tabIndex={-1}>
        <div style={{ maxWidth: 1280, margin: '0 auto' }}>{children}</div>
      </main>
    </>
  );
}
