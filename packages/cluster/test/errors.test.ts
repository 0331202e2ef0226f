import { FencepostError } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import { databaseError, isTransient, requireAddress } from '../src/database/errors.js';

const error = (message: string, properties: object = {}): Error => Object.assign(new Error(message), properties);

describe('errors of a database', () => {
  it.each([
    ['of PostgreSQL', error('no such role', { code: '28000', severity: 'FATAL' })],
    ['of the system', error('connect ECONNREFUSED', { code: 'ECONNREFUSED', syscall: 'connect' })],
    ['of a name', error('getaddrinfo ENOTFOUND', { code: 'ENOTFOUND', syscall: 'getaddrinfo' })],
    ['of a certificate', error('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })],
    ['of a server without TLS', error('The server does not support SSL connections')],
    ['of a lost connection', error('Connection terminated unexpectedly')],
    ['of no answer', error('Query read timeout')],
  ])('%s are reported as such', (_, given) => {
    expect(databaseError(given)).toMatchObject({
      code: 'CLUSTER',
      message: `the database cannot be used: ${given.message}`,
    });
  });

  it('names the missing right', () => {
    const denied = error('permission denied for table run', { code: '42501', severity: 'ERROR' });
    expect(databaseError(denied)).toMatchObject({
      code: 'CLUSTER',
      message: 'the database refused the request: permission denied for table run',
    });
  });

  it.each([
    ['files', error('ENOENT', { code: 'ENOENT', syscall: 'open', path: 'x' })],
    ['what has a code already', new FencepostError('USAGE', 'no file given')],
    ['bugs', error('x is undefined')],
  ])('leaves %s alone', (_, given) => {
    expect(databaseError(given)).toBe(given);
  });

  // All that the driver says about a connection that is gone, none of it with a code.
  it.each([
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Connection terminated',
    'Connection terminated unexpectedly',
    'timeout expired',
    'Query read timeout',
  ])('recognises a lost connection: %s', (message) => {
    expect(isTransient(error(message))).toBe(true);
    expect(databaseError(error(message))).toMatchObject({ code: 'CLUSTER' });
  });

  it('gives a hint about certificates', () => {
    const given = error('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect((databaseError(given) as FencepostError).hint).toContain('sslrootcert=FILE');
  });

  it.each(['', 'hello', 'localhost/name', 'mysql://host/name'])('refuses an invalid address: %s', (url) => {
    expect(() => requireAddress(url)).toThrow('is not the address of a PostgreSQL database');
  });

  it.each([
    'postgres://user:password@host/name',
    'postgresql://host',
    'postgres://u@localhost/db?host=/run/pg',
    'postgres://u@/db?host=/run/pg',
  ])('accepts an address: %s', (url) => {
    expect(() => requireAddress(url)).not.toThrow();
  });
});
