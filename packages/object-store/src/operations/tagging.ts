import { receiveText } from '../http/body.ts';
import { StoreError } from '../http/errors.ts';
import { readBucket, sendEmpty, sendXml, type Exchange } from '../http/operation.ts';
import type { StoredObject, Tag } from '../catalog/stored.ts';
import { readRequested } from './objects.ts';
import { checkTags, MOST_OF_OBJECT } from './tags.ts';
import { childText, element, parseXml, xmlDocument, type XmlElement } from '../http/xml.ts';

// Tags are pairs of words on an object or a bucket. They belong to the version they were put on and
// change without making a new one.

const MOST_OF_BUCKET = 50;

export async function getObjectTagging(exchange: Exchange): Promise<void> {
  const { tags = [] } = readRequested(exchange, readBucket(exchange));
  sendTags(exchange, tags);
}

export async function putObjectTagging(exchange: Exchange): Promise<void> {
  const tags = await receiveTags(exchange, MOST_OF_OBJECT);
  await changeTags(exchange, tags);
  sendEmpty(exchange.response, 200);
}

export async function deleteObjectTagging(exchange: Exchange): Promise<void> {
  await changeTags(exchange, []);
  sendEmpty(exchange.response, 204);
}

async function changeTags(exchange: Exchange, given: Tag[]): Promise<void> {
  const { catalog } = exchange.store;
  const tags = given.length > 0 ? given : undefined;
  await catalog.commit(() => {
    const { name, versioning } = readBucket(exchange);
    const object: StoredObject = readRequested(exchange, { name, versioning });
    const current = catalog.findObject(name, object.key);
    if (current?.sequence === object.sequence) catalog.putObject(name, { ...current, tags });
    else catalog.setVersionTags(name, object, tags);
  });
}

export async function getBucketTagging(exchange: Exchange): Promise<void> {
  const tags = exchange.store.catalog.findBucketTags(readBucket(exchange).name);
  if (!tags) throw new StoreError('NoSuchTagSet');
  sendTags(exchange, tags);
}

export async function putBucketTagging(exchange: Exchange): Promise<void> {
  await changeBucketTags(exchange, await receiveTags(exchange, MOST_OF_BUCKET));
}

export async function deleteBucketTagging(exchange: Exchange): Promise<void> {
  await changeBucketTags(exchange, []);
}

async function changeBucketTags(exchange: Exchange, tags: Tag[]): Promise<void> {
  const { catalog } = exchange.store;
  await catalog.commit(() => {
    const { name } = readBucket(exchange);
    catalog.setBucketTags(name, tags.length > 0 ? tags : undefined);
  });
  sendEmpty(exchange.response, 204);
}

async function receiveTags({ request, signed }: Exchange, most: number): Promise<Tag[]> {
  const body = parseXml(await receiveText(request, signed));
  const set = body.children.find(({ name }) => name === 'TagSet');
  if (body.name !== 'Tagging' || !set) throw new StoreError('MalformedXML');
  const tags = set.children.map(readTag);
  checkTags(tags, most);
  return tags;
}

function readTag(child: XmlElement): Tag {
  const key = childText(child, 'Key');
  const value = childText(child, 'Value');
  if (child.name !== 'Tag' || key === undefined || value === undefined) {
    throw new StoreError('MalformedXML');
  }
  return { key, value };
}

function sendTags({ response }: Exchange, tags: Tag[]): void {
  const set = tags.map(
    ({ key, value }) => `<Tag>${element('Key', key)}${element('Value', value)}</Tag>`,
  );
  sendXml(response, xmlDocument('Tagging', `<TagSet>${set.join('')}</TagSet>`));
}
