/** An image of a conversation. Object storage has its bytes under their hash. */
export type ConversationImage = {
  role: 'ad' | 'product';
  /** SHA-256 (hex) of its bytes. */
  sha256: string;
  contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  sizeBytes: number;
  /** The original address, or `null` for an upload. */
  sourceUrl: string | null;
};

/** A message in the customer's view, without our instructions and traces. */
export type ConversationMessage = {
  id: string;
  role: 'user' | 'assistant';
  text: string;
  images: readonly ConversationImage[];
  /** ISO 8601 in UTC. */
  createdAt: string;
};

export type ImageConversation = {
  /** Grows with time. */
  id: number;
  userId: number;
  topic: 'ad_prompt' | 'template_prompt';
  title: string;
  contentSessionId: string;
  messages: readonly ConversationMessage[];
  createdAt: string;
  updatedAt: string;
};

/** A step of a content agent: the input and output of the model, or the work of a tool. */
export type TraceStep = {
  kind: 'instructions' | 'input' | 'model' | 'tool';
  name: string;
  /** Input or output text; images are represented by their hash. */
  content: string;
  llmCallId: string | null;
  milliseconds: number | null;
  createdAt: string;
};

export type ContentSession = {
  id: string;
  userId: number;
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
  userId: number;
  imageConversationId: number;
  model: string;
  createdAt: string;
};
