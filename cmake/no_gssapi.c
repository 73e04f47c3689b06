/* Debian has no static GSSAPI, which libgit2 would use to negotiate with an HTTP server. remove-op never opens a
 * connection, so these stand in for it and refuse. */
void* GSS_C_NT_HOSTBASED_SERVICE;
#define REFUSE(name) \
  int name(void) { return 1 << 16; } /* GSS_S_BAD_MECH */
REFUSE(gss_delete_sec_context)
REFUSE(gss_display_status)
REFUSE(gss_import_name)
REFUSE(gss_indicate_mechs)
REFUSE(gss_init_sec_context)
REFUSE(gss_release_buffer)
REFUSE(gss_release_name)
REFUSE(gss_release_oid_set)

/* Reading the machine's certificates takes 6 ms of every start, and without connections nothing is checked by them. */
int __wrap_mbedtls_x509_crt_parse_file(void* chain, const char* path);
int __wrap_mbedtls_x509_crt_parse_file(void* chain, const char* path) {
  (void)chain;
  (void)path;
  return -1;
}
