delete require('node:crypto').argon2;
