import {
  AppShell,
  Badge,
  Burger,
  Group,
  Menu,
  NavLink,
  SegmentedControl,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { Icon, type IconName } from '../kit/icon.tsx';
import { useActivity } from '../kit/use-poll.ts';
import { call } from './api.ts';
import { local } from './local.ts';
import { useMe } from './me.ts';
import { useScope } from './scope.ts';
import { signOut } from './session.ts';

const areas = [
  {
    title: 'Measure',
    pages: [
      ['/', 'Overview', 'overview'],
      ['/events', 'Events', 'events'],
      ['/funnel', 'Funnel', 'funnel'],
    ],
  },
  {
    title: 'Set up',
    pages: [
      ['/start', 'Get started', 'start'],
      ['/links', 'Link builder', 'link'],
      ['/keys', 'Keys and settings', 'keys'],
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
  useActivity();
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <AppShell.Header px="md">
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
            <EnvironmentSwitch />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" component="nav" aria-label="Pages">
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
            href="/docs"
            target="_blank"
            rel="noreferrer"
            label="API documentation"
            leftSection={<Icon name="outside" />}
            style={{ borderRadius: 8 }}
            py={6}
          />
        </div>
      </AppShell.Navbar>
      <AppShell.Main className="main" id="content" tabIndex={-1}>
        <div style={{ maxWidth: 1280, margin: '0 auto' }}>
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

export function Logo() {
  return (
    <Group gap={8} wrap="nowrap">
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#4263eb" />
        <path
          d="M7 22c5 0 5-12 9-12s4 8 9 8"
          fill="none"
          stroke="#fff"
          strokeWidth="3"
          strokeLinecap="round"
        />
        <circle cx="25" cy="18" r="2.5" fill="#fff" />
      </svg>
      <Text fw={700} fz="lg">
        adtrail
      </Text>
    </Group>
  );
}

/** Live or test events, on every page. */
function EnvironmentSwitch() {
  const { environment } = useScope();
  const navigate = useNavigate();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Live or test data"
      value={environment}
      onChange={(value) =>
        navigate({
          to: '.',
          search: (search: object) => ({ ...search, env: value === 'test' ? 'test' : undefined }) as never,
        })
      }
      color={environment === 'test' ? 'orange.9' : 'indigo'}
      data={[
        { value: 'live', label: 'Live' },
        { value: 'test', label: 'Test' },
      ]}
    />
  );
}

function AccountMenu() {
  const { data: me } = useMe();
  const { setColorScheme, colorScheme } = useMantineColorScheme();
  const leave = async () => {
    // The session ends at the service as well; without an answer it ends here.
    await call('logout', {}).catch(() => {});
    signOut();
  };
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton aria-label="Your account" style={{ display: 'flex', borderRadius: 16 }}>
          <Badge circle size="xl" variant="light" aria-hidden="true">
            {(me?.full_name ?? me?.email ?? '·').slice(0, 1).toUpperCase()}
          </Badge>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <span className="anywhere">{me?.email ?? ''}</span>
        </Menu.Label>
        <Menu.Item component={Link} to="/account" leftSection={<Icon name="account" size={16} />}>
          Account
        </Menu.Item>
        <Menu.Label>Appearance</Menu.Label>
        {(['auto', 'light', 'dark'] as const).map((scheme) => (
          <Menu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme)}
            rightSection={colorScheme === scheme ? <Icon name="check" size={14} /> : null}
          >
            {{ auto: 'As on this device', light: 'Light', dark: 'Dark' }[scheme]}
          </Menu.Item>
        ))}
        {local && (
          <>
            <Menu.Label>This machine</Menu.Label>
            <Menu.Item component="a" href={local.inbox} target="_blank" rel="noreferrer">
              Mail inbox
            </Menu.Item>
            {local.shop && (
              <Menu.Item component="a" href={local.shop} target="_blank" rel="noreferrer">
                Demo shop
              </Menu.Item>
            )}
            <Menu.Item component="a" href="/start" target="_blank" rel="noreferrer">
              What runs here
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Item onClick={leave} leftSection={<Icon name="out" size={16} />}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
