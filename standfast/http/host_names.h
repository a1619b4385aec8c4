// The lookup of server names. The C library asks the sources that /etc/nsswitch.conf lists, and for that it
// loads libraries of the system (systemd's, Avahi's, SSSD's). A program that is linked all static must not:
// they want the C library of their system, and two in one process crash. It asks /etc/hosts and the name
// servers of /etc/resolv.conf, and nothing else.
#pragma once

#include <string>

namespace standfast {

// Returns whether this process loads no shared library.
bool is_all_static();

// Prepares the lookup before the first name is looked up; every client of HTTP calls it. Does nothing in an
// ordinary program.
void prepare_host_names();

// Describes the lookup in a sentence for the user.
std::string how_host_names_are_found();

}  // namespace standfast
