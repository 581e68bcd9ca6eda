import { Badge, Group, Loader, Paper, Tabs, Text, ThemeIcon, Title, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Code } from '../kit/copy.tsx';
import { Icon } from '../kit/icon.tsx';

export function Step({
  number,
  title,
  isDone,
  isOptional = false,
  isOpen,
  toggle,
  children,
}: {
  number: number;
  title: string;
  isDone: boolean;
  isOptional?: boolean;
  isOpen: boolean;
  toggle: () => void;
  children: ReactNode;
}) {
  const content = useId();
  return (
    <Paper component="section" aria-label={title} p="md">
      <Title order={2} fz={16}>
        <UnstyledButton onClick={toggle} aria-expanded={isOpen} aria-controls={content} w="100%" fz="inherit" fw="inherit">
          <Group gap="sm" wrap="nowrap">
            <ThemeIcon radius="xl" size={28} color={isDone ? 'teal.9' : isOpen ? 'indigo' : 'gray.7'}>
              {isDone ? (
                <Icon name="check" size={16} />
              ) : (
                <Text fz="sm" fw={650} c="inherit" aria-hidden="true">
                  {number}
                </Text>
              )}
            </ThemeIcon>
            <span style={{ flex: 1 }}>{title}</span>
            {isDone && <Badge color="teal">Done</Badge>}
            {!isDone && isOptional && <Badge color="gray">Optional</Badge>}
            <Icon name={isOpen ? 'down' : 'right'} />
          </Group>
        </UnstyledButton>
      </Title>
      <div id={content} hidden={!isOpen} style={{ paddingTop: 12 }}>
        {isOpen && children}
      </div>
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

export function Waiting({ isDone, waiting, done: doneText }: { isDone: boolean; waiting: string; done: string }) {
  return (
    <Group gap="xs" role="status" aria-live="polite" wrap="nowrap">
      {isDone ? (
        <ThemeIcon size={20} radius="xl" color="teal.9">
          <Icon name="check" size={12} />
        </ThemeIcon>
      ) : (
        <Loader size={16} aria-hidden="true" />
      )}
      <Text fz="sm" fw={isDone ? 600 : 400}>
        {isDone ? doneText : waiting}
      </Text>
    </Group>
  );
}
