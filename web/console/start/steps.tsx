import { Group, Loader, Paper, Tabs, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Code } from '../kit/copy.tsx';
import { Icon } from '../kit/icon.tsx';

export function Step({
  number,
  title,
  isDone,
  isOpen = true,
  children,
}: {
  number: number;
  title: string;
  isDone: boolean;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <Paper component="section" aria-label={title} p="md">
      <Group gap="sm" mb={isOpen ? 'sm' : 0} wrap="nowrap">
        <ThemeIcon
          radius="xl"
          size={28}
          color={isDone ? 'teal.9' : isOpen ? 'indigo' : 'gray.7'}
          aria-hidden="true"
        >
          {isDone ? (
            <Icon name="check" size={16} />
          ) : (
            <Text fz="sm" fw={650} c="inherit">
              {number}
            </Text>
          )}
        </ThemeIcon>
        <Title order={2} fz={16} c={isOpen ? 'inherit' : 'dimmed'}>
          {title}
        </Title>
      </Group>
      {isOpen && children}
    </Paper>
  );
}

export function Snippets({ label, snippets }: { label: string; snippets: Record<string, string> }) {
  const names = Object.keys(snippets);
  return (
    <Tabs defaultValue={names[0] ?? ''} keepMounted={false}>
      <Tabs.List aria-label={label}>
        {names.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {names.map((name) => (
        <Tabs.Panel key={name} value={name} pt="xs">
          <Code label={`${label}: ${name}`} text={snippets[name] ?? ''} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

export function Waiting({ isDone, waiting, done }: { isDone: boolean; waiting: string; done: string }) {
  return (
    <Group gap="xs" role="status" aria-live="polite">
      {isDone ? (
        <ThemeIcon size={20} radius="xl" color="teal.9">
          <Icon name="check" size={12} />
        </ThemeIcon>
      ) : (
        <Loader size={16} aria-hidden="true" />
      )}
      <Text fz="sm" fw={isDone ? 600 : 400}>
        {isDone ? done : waiting}
      </Text>
    </Group>
  );
}
