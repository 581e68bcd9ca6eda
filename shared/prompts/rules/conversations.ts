/** An image of a conversation; its bytes are in object storage under their hash. */
export type ConversationImage = {
  role: 'ad' | 'product';
  /** SHA-256 (hex) of its bytes. */
  sha256: string;
  contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  sizeBytes: number;
  /** Where it came from; `null` for one that was uploaded. */
  sourceUrl: string | null;
};

/** What a customer sees of a conversation: no instructions of ours, no traces. */
export type ConversationMessage = {
  id: string;
  role: 'user' | 'assistant';
  text: string;
  images: readonly ConversationImage[];
  /** ISO 8601 in UTC. */
  createdAt: string;
};

/** A conversation about images, as its customer sees it. */
export type ImageConversation = {
  /** Grows with time. */
  id: number;
  userId: number;
  topic: 'ad_prompt' | 'template_prompt';
  title: string;
  /** The full trace behind it. */
  contentSessionId: string;
  messages: readonly ConversationMessage[];
  createdAt: string;
  updatedAt: string;
};

/** One step of a content agent: the input and output of the model, or the work of a tool. */
export type TraceStep = {
  kind: 'instructions' | 'input' | 'model' | 'tool';
  /** The prompt's, the model's or the tool's name. */
  name: string;
  /** Input or output text; images are represented by their hash. */
  content: string;
  llmCallId: string | null;
  milliseconds: number | null;
  createdAt: string;
};

/** The whole persisted conversation of a content agent. */
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

/** A prompt that an image model could be given. */
export type ImagePrompt = {
  prompt: string;
  negativePrompt: string;
  aspectRatio: string;
  style: string;
  elements: readonly string[];
};

/** A prompt as it was answered and kept. */
export type StoredPrompt = ImagePrompt & {
  id: string;
  userId: number;
  imageConversationId: number;
  model: string;
  createdAt: string;
};
