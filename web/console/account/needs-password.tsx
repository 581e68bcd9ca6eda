import { Text } from '@mantine/core';

export const NeedsPassword = ({ to }: { to: string }) => <Text fz="sm" c="dimmed">{`Set a password first to ${to}.`}</Text>;
