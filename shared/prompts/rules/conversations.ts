import type { AccountId } from '#shared/values/tenant.ts';
export type ConversationImage = {
  role: 'ad' | 'product';
  sha256: string;
  contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  sizeBytes: number;
  sourceUrl: string | null;
};

/** A message omits our instructions and traces, which the customer does not see. */
export type ConversationMessage = {
  id: string;
  role: 'user' | 'assistant';
  text: string;
  images: readonly ConversationImage[];
  createdAt: string;
};

export type ImageConversation = {
  id: number;
  userId: AccountId;
  topic: 'ad_prompt' | 'template_prompt';
  title: string;
  contentSessionId: string;
  messages: readonly ConversationMessage[];
  createdAt: string;
  updatedAt: string;
};

export type TraceStep = {
  kind: 'instructions' | 'input' | 'model' | 'tool';
  name: string;
  content: string;
  llmCallId: string | null;
  milliseconds: number | null;
  createdAt: string;
};

export type ContentSession = {
  id: string;
  userId: AccountId;
  topic: ImageConversation['topic'];
  title: string;
  imageConversationId: number | null;
  status: 'completed' | 'failed';
  model: string;
  steps: readonly TraceStep[];
  createdAt: string;
  updatedAt: string;
};

export type ImagePrompt = {
  prompt: string;
  negativePrompt: string;
  aspectRatio: string;
  style: string;
  elements: readonly string[];
};

export type StoredPrompt = ImagePrompt & {
  id: string;
  userId: AccountId;
  imageConversationId: number;
  model: string;
  createdAt: string;
};
